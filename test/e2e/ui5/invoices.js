/* global sap */
// Works with invoices through the ODataModel of OpenUI5, as its apps do: bindings, contexts, the group $auto. Each step answers
// with what the app would show.
const models = new Promise((resolve, reject) => {
  const names = ['odata/v4/ODataModel', 'Filter', 'Sorter'].map((name) => `sap/ui/model/${name}`)
  sap.ui.require(names, (ODataModel, Filter, Sorter) => resolve({ ODataModel, Filter, Sorter }), reject)
})

/** Opens the service with a key, as an app has one. */
globalThis.openInvoices = async (settings, key) => {
  const { ODataModel, Filter, Sorter } = await models
  const model = new ODataModel({
    ...settings,
    httpHeaders: { Authorization: `Bearer ${key}` },
    earlyRequests: true,
    operationMode: 'Server',
  })
  const bind = (parameters, filters = [], sorters = []) =>
    model.bindList(
      '/invoice',
      undefined,
      sorters.map(([path, isDescending]) => new Sorter(path, isDescending)),
      filters.map(([path, operator, value1]) => new Filter({ path, operator, value1 })),
      { $count: true, ...parameters },
    )
  let shown = []

  return {
    /** A page of the list; other steps speak of its rows by their place. */
    async list({ from, count, filters, sorters, ...parameters }) {
      const binding = bind(parameters, filters, sorters)
      shown = await binding.requestContexts(from, count)
      return { rows: await Promise.all(shown.map((context) => context.requestObject())), count: binding.getCount() }
    },
    count: () => model.bindProperty('/invoice/$count').requestValue(),
    typeOf: (path) => model.getMetaModel().requestObject(`/invoice/${path}`),
    row: (path, parameters) => model.bindContext(path, undefined, parameters).requestObject(),
    /** Makes rows at once: they go as one change set. What is refused would wait for a correction; here it is given up. */
    async create(...rows) {
      const binding = bind({})
      const made = []
      const all = new Promise((resolve) => {
        binding.attachCreateCompleted((event) => {
          if (made.push(event.getParameter('success')) === rows.length) resolve()
        })
      })
      for (const row of rows) binding.create(row, true).created().catch(ignore)
      await all
      model.resetChanges()
      return made
    },
    update: (at, values) =>
      attempt(Promise.all(Object.entries(values).map((entry) => shown[at].setProperty(...entry)))),
    delete: (at) => attempt(shown[at].delete()),
    /** Gives up what could not be saved and reads a row again. */
    async reload(at) {
      model.resetChanges()
      await shown[at].requestRefresh()
      return shown[at].getObject()
    },
  }
}

const ignore = () => undefined

function attempt(work) {
  return work.then(
    () => 'done',
    ({ status, error }) => ({ status, code: error?.code }),
  )
}

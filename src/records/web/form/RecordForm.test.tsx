import { cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleRow as row, showForm as show } from '#records/web/form/shownForm.tsx'
import { refusals } from '#security/web/pendingDialogs.ts'

let sent: unknown[] = []
let answer: () => Response
/** What I may do beside records; undefined where that is not known. */
let activities: readonly string[] | undefined

beforeEach(() => {
  sent = []
  activities = undefined
  answer = () => Response.json(row, { status: 201 })
  window.sessionStorage.clear()
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    // What one may do is not known here; nothing is left out then.
    if (String(address).includes('/self'))
      return activities ? Response.json({ privileges: {}, fields: {}, activities }) : Response.json({}, { status: 404 })
    if (String(address).includes('/odata/')) sent.push(JSON.parse(String(init?.body ?? 'null')))
    return String(address).includes('/odata/') ? answer() : Response.json({ token: 'token' })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const control = () => screen.getByLabelText<HTMLInputElement>(/^Client code/)
const place = () => control().closest<HTMLElement>('[data-field]') ?? document.body
const note = () => document.getElementById(control().getAttribute('aria-describedby') ?? '')?.textContent
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('[R138] a form is named as its entity is', () => {
  show({ entity: { name: 'Purchase' } })
  expect(screen.getByRole('form', { name: 'Purchase' })).toBeDefined()
})

describe('what the maker said about an attribute', () => {
  test('[R148] [R150] its name is the label, its uri the name of the control', () => {
    show({})
    expect(control().name).toBe('code')
  })

  test('[R151] [R152] [R164] pretext before the value, undertext below it, placeholder in it', () => {
    show({ attribute: { pretext: 'SWIFT', undertext: 'As on the invoice', placeholder: 'HABALV22' } })
    expect(control().previousElementSibling?.textContent).toBe('SWIFT')
    expect(note()).toBe('As on the invoice')
    expect(control().placeholder).toBe('HABALV22')
  })

  test.each(['text', 'textarea'] as const)('[R158] [R159] of a %s: how it is capitalised and spelled', (type) => {
    show({ attribute: { type, autocapitalize: 'characters', spellcheck: false } })
    expect(control().getAttribute('autocapitalize')).toBe('characters')
    expect(control().getAttribute('spellcheck')).toBe('false')
  })

  test('[R149] the description is read at a mark beside the label', async () => {
    show({ attribute: { description: 'As the bank knows them' } })
    fireEvent.click(await screen.findByRole('button', { name: 'About Client code' }))
    expect(await screen.findByText('As the bank knows them')).toBeDefined()
    cleanup()
    show({})
    expect(screen.queryByRole('button', { name: /^About/ })).toBe(null)
  })

  test.each(['text', 'textarea', 'number', 'boolean'] as const)(
    '[R153] the icon stands at the label of a %s',
    async (type) => {
      show({ attribute: { type, icon: 'coins' } })
      await waitFor(() => expect(place().querySelector('.lucide-coins')).not.toBe(null))
      cleanup()
      show({ attribute: { type, icon: 'no-such-picture' } })
      expect(place().querySelector('label svg')).toBe(null)
    },
  )

  test('[R163] its class is on its place in the form, and gives it its look', () => {
    show({ attribute: { cssclass: 'wide' } })
    const look = place().parentElement?.className.split(' ')
    expect(look).toContain('wide')
    expect(look).toContain('@lg:col-span-full')
  })

  test('[R157] what the browser may fill in', () => {
    show({ attribute: { autocomplete: 'postal-code' } })
    expect(control().getAttribute('autocomplete')).toBe('postal-code')
  })

  test.each([
    ['text', 'INPUT', 'text'],
    ['email', 'INPUT', 'email'],
    ['textarea', 'TEXTAREA', 'textarea'],
    ['boolean', 'INPUT', 'checkbox'],
  ] as const)('[R154] the type %s chooses the control', (type, tag, kind) => {
    show({ attribute: { type } })
    expect([control().tagName, control().type]).toEqual([tag, kind])
  })

  test('[R155] a new record starts with the default and sends it; a stored one keeps its own', async () => {
    show({ attribute: { default: 'A1' } })
    expect(control().value).toBe('A1')
    save()
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ code: 'A1' })]))
    cleanup()
    show({ attribute: { default: 'A1' }, record: { ...row, code: 'B2' } })
    expect(control().value).toBe('B2')
  })

  test('[R160] readonly: typed in once, in a new record', () => {
    show({ attribute: { readonly: true } })
    expect(control().readOnly).toBe(false)
    cleanup()
    show({ attribute: { readonly: true }, record: { ...row, code: 'B2' } })
    expect(control().readOnly).toBe(true)
  })

  test('[R156] required: marked, demanded at its field, and nothing is sent', async () => {
    show({ attribute: { required: true } })
    expect(control().getAttribute('aria-required')).toBe('true')
    expect(within(control().closest<HTMLElement>('[data-field]') ?? document.body).getByText('*')).toBeDefined()
    save()
    await waitFor(() => expect(note()).toBe('Please fill in this field.'))
    expect(sent).toEqual([])
  })

  const title = 'Between {min} and {max}, not {value}'
  test.each([
    ['[R161] minlength', { minlength: 3, maxlength: 5 }, 'ab', /3/],
    ['[R162] maxlength', { minlength: 3, maxlength: 5 }, 'abcdef', /5/],
    [
      '[R161] [R168] minlength with a message',
      { minlength: 3, maxlength: 5, title },
      'ab',
      /^Between 3 and 5, not ab$/,
    ],
    [
      '[R166] validators',
      { validators: [{ name: 'iban' as const }], title: 'No account' },
      'LV80BANK0000435195002',
      /^No account$/,
    ],
    ['[R165] [R168] pattern', { maxlength: 20, pattern: '[A-Z]{3}', title: 'No code' }, 'abc', /^No code$/],
  ])('%s: refused at its field, and nothing is sent', async (_name, attribute, value, message) => {
    show({ attribute })
    fireEvent.change(control(), { target: { value } })
    save()
    await waitFor(() => expect(note()).toMatch(message))
    expect(control().getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test('[R167] a select offers its options by their labels, without those that are no longer active', async () => {
    const option = (value: string, label: string, active: boolean) => ({ value, label, color: null, active })
    const options = [option('open', 'Open', true), option('paid', 'Paid', true), option('lost', 'Lost', false)]
    show({ attribute: { type: 'select', options, required: true } })
    fireEvent.click(await screen.findByRole('button', { name: /Client code/ }))
    const offered = await screen.findAllByRole('option')
    expect(offered.map(({ textContent }) => textContent?.trim())).toEqual(['Open', 'Paid'])
  })
})

test('[R205:form] a submit stands in the form with its name and saves the record', async () => {
  show({ beside: [{ name: 'Send it', uri: 'send', type: 'submit' }] })
  fireEvent.change(control(), { target: { value: 'A-1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send it' }))
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ code: 'A-1' })]))
})

test('[R184:form] a password is typed unseen and sent; of one that is kept nothing is known', async () => {
  show({ attribute: { type: 'password' }, record: row })
  expect([control().type, control().value]).toEqual(['password', ''])
  fireEvent.change(control(), { target: { value: 'correct horse' } })
  save()
  await waitFor(() => expect(sent).toEqual([{ code: 'correct horse' }]))
})

describe('[R142] the records of an entity that is not editable', () => {
  const entity = { editable: false }
  const words = (doing: string) => `You can't ${doing} the record because it is managed by the system.`

  test.each([
    ['[R506] a new one', 'create', undefined],
    ['[R507] a stored one', 'update', row],
  ])('%s: the specified words, closed controls and nothing to save', (_name, doing, record) => {
    show({ entity, ...(record ? { record } : {}) })
    expect(screen.getByText(words(doing))).toBeDefined()
    expect(control().readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /Save|Delete/ })).toBe(null)
  })

  test('[R508] a deletion that the server refuses is told in the specified words', async () => {
    answer = () => Response.json({ error: { code: 'managed.delete', message: words('delete') } }, { status: 423 })
    show({ record: row })
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(words('delete'))).toBeDefined()
  })
})

test('what was sent before with other values is told, and sent as new when it is wanted all the same', async () => {
  const keysSent = () =>
    vi.mocked(window.fetch).mock.calls.flatMap(([, init]) => new Headers(init?.headers).get('idempotency-key') ?? [])
  answer = () => Response.json({ error: { code: 'request.repeated', message: 'Already sent.' } }, { status: 422 })
  show({})
  fireEvent.change(control(), { target: { value: 'A' } })
  save()
  expect(await screen.findByText('Already sent.')).toBeDefined()
  save()
  await waitFor(() => expect(keysSent()).toHaveLength(2))
  expect(new Set(keysSent()).size).toBe(2)
})

test('a name that is filled has no field in a new record, and is only shown in others', () => {
  show({ entity: { naming: 'a' } })
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBe(null)
  cleanup()
  show({ entity: { naming: 'a' }, record: row })
  const name = screen.getByRole('textbox', { name: 'Name' })
  expect(name.hasAttribute('readonly') || name.hasAttribute('disabled')).toBe(true)
})

describe('a new record that begins with given values', () => {
  test('has them as if they were typed, and is sent with them', async () => {
    show({ given: { values: { code: 'A-1' }, linked: {} } })
    expect(screen.getByLabelText<HTMLInputElement>(/Client code/).value).toBe('A-1')
    expect(screen.getByText('Not saved yet')).toBeTruthy()
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'One' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ name: 'One', code: 'A-1' }))
  })

  test('is told at once what does not hold, at its field', () => {
    show({ attribute: { type: 'number' }, given: { values: { code: 'many' }, linked: {} } })
    expect(screen.getByLabelText(/Client code/).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('what is refused for want of rights', () => {
  const forbidden = (code: string) => () =>
    Response.json({ error: { code, message: 'Not yours.', innererror: { requestId: 'r' } } }, { status: 403 })

  const save = async () => {
    show({ record: row })
    fireEvent.change(screen.getByLabelText('Client code'), { target: { value: 'X' } })
    answer = forbidden('request.forbidden')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Not yours.')).toBeTruthy()
  }

  test('leads those who may have access explained to the reasons', async () => {
    activities = ['explain-access']
    await save()
    fireEvent.click(await screen.findByRole('button', { name: 'Why?' }))
    const [asked] = renderHook(() => refusals.useItems()).result.current
    expect(asked).toMatchObject({ envid: 'env', entityId: 'e', recordId: 'r', name: 'One', action: 'update' })
    refusals.clear()
  })

  test('names whom others can ask', async () => {
    activities = []
    await save()
    expect(screen.getByText('Whoever manages roles here can open it for you.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Why?' })).toBe(null)
  })

  test('also where it is a deletion', async () => {
    activities = []
    show({ record: row })
    answer = forbidden('record.deleteForbidden')
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Not yours. Whoever manages roles here can open it for you.')).toBeTruthy()
  })
})

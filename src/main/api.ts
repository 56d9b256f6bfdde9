import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { accountRoutes } from '#accounts/server/accounts.routes.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import { checkBots } from '#accounts/server/signUp/botCheck.routes.ts'
import { identityRoutes } from '#accounts/server/identity.routes.ts'
import { auditRoutes } from '#audit/server/audit.routes.ts'
import { callCounter } from '#accounts/server/signIn/callCounter.ts'
import { authenticate, optionalSession } from '#accounts/server/sessions/authenticate.ts'
import { createSessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import { changeSets } from '#changes/server/changes.ts'
import { changeRoutes } from '#changes/server/changes.routes.ts'
import { attributeRoutes } from '#entities/server/attributes.routes.ts'
import { entityRoutes } from '#entities/server/entities.routes.ts'
import { featureRoutes, guardFeatures } from '#entities/server/features.routes.ts'
import { relationshipRoutes } from '#entities/server/relationships.routes.ts'
import { modelsOf } from '#entities/server/model.ts'
import { variableRoutes } from '#entities/server/variables.routes.ts'
import { rewriteForHost, environmentOfHost } from '#environments/host.ts'
import { environmentRoutes } from '#environments/server/environments.routes.ts'
import { memberContext, walledContext, type EnvironmentDeps } from '#environments/server/environments.ts'
import { createMembershipLookup } from '#environments/server/membership.ts'
import { requireMaker, resolveMembership } from '#environments/server/membership.routes.ts'
import { principalNames } from '#environments/server/names.ts'
import { administeredAlone, colleaguesOf, renamePerson } from '#environments/server/people.ts'
import { provideRegions } from '#environments/server/reference.ts'
import { environmentsOf } from '#environments/server/registry.ts'
import { fault } from '#faults/fault.ts'
import { jobRoutes } from '#jobs/server/jobs.routes.ts'
import { createRunner, type Runner } from '#jobs/server/runner.ts'
import { identityDeps, plainIdentity } from '#main/identity.ts'
import { healthRoutes } from '#main/health.routes.ts'
import { importDeps } from '#main/imports.ts'
import { environmentSchema } from '#main/migrations.ts'
import type { ApiOptions } from '#main/apiOptions.ts'
import { changeVisibility } from '#main/changeVisibility.ts'
import { definitionGuards } from '#main/definitionGuards.ts'
import { conversionContext, laterWith } from '#main/conversions.ts'
import { isPage } from '#main/pagePaths.ts'
import { createMemberAtWork } from '#main/memberAtWork.ts'
import { keepSealing } from '#main/sealing.ts'
import { definitionVisibility } from '#main/definitionVisibility.ts'
import { accountHolders, keepUp } from '#main/upkeep.ts'
import { workDeps } from '#main/work.ts'
import { serveWeb } from '#platform/server/http/assets.ts'
import { refuseOnFullDisk } from '#platform/server/http/fullDisk.ts'
import { allowOrigins } from '#platform/server/http/cors.ts'
import { createHttp } from '#platform/server/http/server.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { createOutbound } from '#platform/server/outbound.ts'
import { mailboxRoutes } from '#platform/server/mail/mailbox.routes.ts'
import { candidateRoutes } from '#records/server/candidates.routes.ts'
import { dependantRoutes } from '#records/server/recordDependents.routes.ts'
import { enqueueCopy } from '#records/exchange/server/copy/copying.ts'
import { copyHandler } from '#records/exchange/server/copy/handler.ts'
import { dataQueryRoutes } from '#records/server/dataQuery.routes.ts'
import { viewPaceRoutes } from '#records/server/viewSpeed.routes.ts'
import { exportRoutes } from '#records/exchange/server/export/export.routes.ts'
import { fileRoutes } from '#records/files/server/files.routes.ts'
import { handOver } from '#records/server/handOver.ts'
import { isReadableRecord } from '#records/history/server/history.ts'
import { historyRoutes } from '#records/history/server/history.routes.ts'
import { namesIn } from '#records/history/server/names.ts'
import { importRoutes } from '#records/exchange/server/import/import.routes.ts'
import { importHandler } from '#records/exchange/server/import/load.ts'
import { undoHandler } from '#records/exchange/server/import/undo.ts'
import { namingHandler } from '#records/server/naming/handler.ts'
import { renamingChanges } from '#records/server/naming/renaming.ts'
import { recordRoutes } from '#records/server/records.routes.ts'
import { searchRoutes } from '#records/search/server/search.routes.ts'
import { trashRoutes } from '#records/history/server/trash/trash.routes.ts'
import { bulkHandler, undoCauseHandler } from '#records/server/work/handler.ts'
import { workRoutes } from '#records/server/work/work.routes.ts'
import { recordColumnHistory } from '#records/history/server/columnHistory.ts'
import { adminRoutes } from '#security/server/admin/admin.routes.ts'
import { explainRoutes } from '#security/server/explain/explain.routes.ts'
import { impactRoutes } from '#security/server/impact/impact.routes.ts'
import { viewedMembership } from '#security/server/viewAs/viewAs.ts'
import { viewAsRoutes } from '#security/server/viewAs/viewAs.routes.ts'
import { permissionTestRoutes } from '#security/server/permissionTests/permissionTests.routes.ts'
import { shareRoutes } from '#security/server/share/share.routes.ts'
import { inviteRoutes } from '#security/server/members/invites.routes.ts'
import { conversionHandler } from '#tables/server/conversionJob.ts'
import { definitionStoreOf } from '#tables/server/definitionStore.ts'
import { viewRoutes } from '#views/server/views.routes.ts'
import { copyingLabels } from '#labels/operations/copyLabels.ts'
import { labelDefinitions, wordedPart } from '#labels/server/labels.ts'
import { labelRoutes } from '#labels/server/labels.routes.ts'
import { viewDefinitions, viewsPart } from '#views/server/views.ts'

export type Api = { readonly app: Http; readonly runner: Runner; settled(): Promise<void> }

/** Every route of the product on one server that listens nowhere yet, and the runner of its jobs. */
export async function buildApi(options: ApiOptions): Promise<Api> {
  const { ground, online, secret, readiness } = options
  await provideRegions(ground.database, [options.region])
  const baseHost = hostOf(options.webAddress)
  const app = await createHttp({
    ground,
    logger: options.logger,
    trustProxy: options.trustProxy,
    rewriteUrl: (url, host) => (environmentOfHost(host, baseHost()) === undefined ? url : rewriteForHost(url, 'host')),
  })
  const sessions = createSessionLookup(ground)
  const memberships = createMembershipLookup(ground)
  const models = modelsOf(ground.database)
  const definitions = definitionStoreOf({
    models,
    online,
    log: ground.log,
    parts: [viewDefinitions, labelDefinitions],
    afterTables: recordColumnHistory,
    ...definitionGuards((transaction, environment) => definitions.load(transaction, environment)),
  })
  const changes = renamingChanges(changeSets(definitions), () => runner.wake())
  const accounts: AccountDeps = {
    ground,
    mailer: options.mailer,
    sessions,
    takesTokensOnly: (host) => environmentOfHost(host, baseHost()) !== undefined,
    webAddress: options.webAddress,
    personRenamed: (person) => renamePerson(ground.database, person),
    texter: options.texter,
    holders: accountHolders,
    passwords: (options.identity ?? plainIdentity).passwords,
    secret,
    previousSecret: options.previousSecret,
    colleagues: (userId) => colleaguesOf(ground.database, userId),
    placesOf: async (userId) => {
      const places = await environmentsOf(ground.database, userId)
      return places.map(({ id, name, role }) => ({ id, name, role }))
    },
    administeredAlone: (userId) => administeredAlone(ground.database, userId),
    ...(options.callsPerSecond && { countCall: callCounter({ perSecond: options.callsPerSecond, now: ground.now }) }),
  }
  const outbound = createOutbound({
    allow: options.identity?.outboundAllow ?? [],
    ports: options.identity?.outboundPorts,
  })
  const environments: EnvironmentDeps = {
    memberships,
    environmentSchema,
    build: readiness?.build,
    baseHost,
    forgetUser: (userId) => sessions.forget(userId),
    viewedMembership: viewedMembership({ models, memberships }, ground.database),
  }
  const memberAtWork = createMemberAtWork({ ground, online, memberships })
  const imports = importDeps({
    ...options,
    models,
    changes,
    memberAtWork,
    grown: definitions.grown,
    wake: () => runner.wake(),
  })
  const work = workDeps({ models, memberAtWork, imports, secret, wake: () => runner.wake() })
  const runner: Runner = createRunner({
    ground,
    handlers: {
      import: importHandler(imports),
      importundo: undoHandler(imports),
      bulkchange: bulkHandler(work),
      bulkdelete: bulkHandler(work),
      undo: undoCauseHandler(work),
      naming: namingHandler(work),
      copyrecords: copyHandler({
        ...work,
        copied: ({ environment }, table) => definitions.grown(environment, table),
      }),
      conversion: conversionHandler({ changes, online, contextOf: conversionContext(ground, memberAtWork) }),
    },
    isAlone: options.isAlone === true,
  })
  const { storage } = options
  const endUpkeep = keepUp(ground, {
    database: ground.database,
    online,
    models,
    log: ground.log,
    importFiles: imports.files,
    storage,
  })
  const endSealing = keepSealing(online, ground.log)

  await allowOrigins(app, '/api/odata/', options.corsOrigins)
  refuseOnFullDisk(app, options.isReadOnly)
  authenticate(app, accounts)
  resolveMembership(app, environments)
  const identity = identityDeps(accounts, options.identity ?? plainIdentity, outbound)
  checkBots(app, identity)
  accountRoutes(app, accounts)
  identityRoutes(app, identity)
  environmentRoutes(app, { ...environments, optionalSession: (request) => optionalSession(accounts, request) })
  const contextOf = (request: FastifyRequest) => {
    const context = memberContext(request)
    return { ...context, ...definitionVisibility(context), walled: context.database.under(context.environment.role) }
  }
  guardFeatures(app, { models, contextOf })
  entityRoutes(app, {
    models,
    changes,
    contextOf,
    beside: (request, model, seen) => wordedPart(contextOf(request), seen, viewsPart(contextOf(request), model, seen)),
    following: copyingLabels,
    copyRecords: {
      ask: (request, transaction, of) => enqueueCopy(contextOf(request), transaction, of),
      begin: () => runner.wake(),
    },
  })
  attributeRoutes(app, { models, changes, contextOf })
  relationshipRoutes(app, { models, changes, contextOf })
  variableRoutes(app, { models, changes, contextOf })
  featureRoutes(app, { models, changes, contextOf })
  viewRoutes(app, {
    models,
    changes,
    contextOf,
    requireMaker: ({ membership }) => {
      if (!membership) throw fault('environment.unknown')
      requireMaker(membership, 'manage-views')
    },
  })
  labelRoutes(app, { models, contextOf })
  const administering = { models, memberships, handOver, mailer: options.mailer, webAddress: options.webAddress }
  adminRoutes(app, administering)
  explainRoutes(app, { models })
  impactRoutes(app, administering)
  viewAsRoutes(app, { models, memberships })
  inviteRoutes(app, administering)
  shareRoutes(app, administering)
  permissionTestRoutes(app, administering)
  const later = laterWith(contextOf, () => runner.wake())
  changeRoutes(app, { changes, contextOf, later, ...changeVisibility(models) })
  const memberOf = (request: FastifyRequest) => ({ ...contextOf(request), namesOf: principalNames })
  jobRoutes(app, { memberOf })
  const careOf = (request: FastifyRequest) => ({ ...walledContext(request), namesOf: principalNames, models })
  importRoutes(app, { ...imports, memberOf, readerOf: careOf })
  trashRoutes(app, { contextOf: careOf })
  historyRoutes(app, { contextOf: careOf })
  auditRoutes(app, {
    online,
    contextOf: (request) => {
      const context = careOf(request)
      return {
        ...context,
        model: () => models.fresh(context.environment),
        isReadable: (model, entity, recordId) => isReadableRecord(context, model, entity, recordId),
        linkedNames: (model, entity, shown) => namesIn(context, model, entity, shown),
      }
    },
  })
  workRoutes(app, { ...work, memberOf: (request) => ({ ...memberOf(request), models }), readerOf: careOf })
  exportRoutes(app, { models, online, secret })
  candidateRoutes(app, { models })
  dependantRoutes(app, { models })
  dataQueryRoutes(app, { models, secret })
  viewPaceRoutes(app, { models, secret })
  searchRoutes(app, { models, secret })
  fileRoutes(app, { storage, folder: join(options.dataFolder, 'uploads'), contextOf: careOf })
  recordRoutes(app, { models, secret, webAddress: options.webAddress, isReadOnly: options.isReadOnly })
  healthRoutes(app, { database: ground.database, readiness })
  if (options.mailbox) mailboxRoutes(app, options.mailbox)
  if (options.webFolder !== undefined) await serveWeb(app, { folder: options.webFolder, isPage })
  return {
    app,
    runner,
    settled: () =>
      Promise.all([endUpkeep(), endSealing(), definitions.settled(), outbound.stop()]).then(() => undefined),
  }
}

/** The host of an address that may change; it is asked for at each request, so it is taken apart once. */
function hostOf(address: () => string): () => string {
  let known = { address: '', host: 'localhost' }
  return () => {
    const now = address()
    if (now !== known.address) known = { address: now, host: new URL(now || 'http://localhost').host }
    return known.host
  }
}

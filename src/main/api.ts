import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import { checkBots } from '#accounts/server/signUp/botCheck.routes.ts'
import { callCounter } from '#accounts/server/signIn/callCounter.ts'
import { authenticate, optionalSession } from '#accounts/server/sessions/authenticate.ts'
import { createSessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import { changeSets } from '#changes/server/changes.ts'
import { modelsOf } from '#entities/server/model.ts'
import { rewriteForHost, environmentOfHost } from '#environments/host.ts'
import { memberContext, walledContext, type EnvironmentDeps } from '#environments/server/environments.ts'
import { createMembershipLookup } from '#environments/server/membership.ts'
import { requireMaker, resolveMembership } from '#environments/server/membership.routes.ts'
import { principalNames } from '#environments/server/names.ts'
import { administeredAlone, colleaguesOf, renamePerson } from '#environments/server/people.ts'
import { provideRegions } from '#environments/server/reference.ts'
import { environmentsOf } from '#environments/server/registry.ts'
import { fault } from '#faults/fault.ts'
import { createRunner, type Runner } from '#jobs/server/runner.ts'
import { identityDeps, plainIdentity } from '#main/identity.ts'
import { healthRoutes } from '#main/health.routes.ts'
import { concepts, type JobDeps, type RouteDeps } from '#main/concepts.ts'
import { importDeps } from '#main/imports.ts'
import { migrationsOfEnvironment } from '#main/migrations.ts'
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
import { enqueueCopy } from '#records/exchange/server/copy/copying.ts'
import { handOver } from '#records/server/handOver.ts'
import { isReadableRecord } from '#records/history/server/history.ts'
import { namesIn } from '#records/history/server/names.ts'
import { renamingChanges } from '#records/server/naming/renaming.ts'
import { recordColumnHistory } from '#records/history/server/columnHistory.ts'
import { viewedMembership } from '#security/server/viewAs/viewAs.ts'
import { definitionStoreOf } from '#tables/server/definitionStore.ts'
import { copyingLabels } from '#labels/operations/copyLabels.ts'
import { wordedPart } from '#labels/server/labels.ts'
import { viewsPart } from '#views/server/views.ts'

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
    parts: concepts.flatMap(({ definitions: part }) => part ?? []),
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
    environmentSchema: migrationsOfEnvironment,
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
  const jobDeps: JobDeps = {
    imports,
    work,
    copies: { ...work, copied: ({ environment }, table) => definitions.grown(environment, table) },
    conversions: { changes, online, contextOf: conversionContext(ground, memberAtWork) },
  }
  const runner: Runner = createRunner({
    ground,
    handlers: Object.assign({}, ...concepts.map(({ jobs }) => jobs?.(jobDeps))),
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
  const contextOf = (request: FastifyRequest) => {
    const context = memberContext(request)
    return { ...context, ...definitionVisibility(context), walled: context.database.under(context.environment.role) }
  }
  const memberOf = (request: FastifyRequest) => ({ ...contextOf(request), namesOf: principalNames })
  const readerOf = (request: FastifyRequest) => ({ ...walledContext(request), namesOf: principalNames, models })
  const deps: RouteDeps = {
    ...options,
    ...changeVisibility(models),
    online,
    models,
    memberships,
    changes,
    handOver,
    accounts,
    identity,
    imports,
    work,
    contextOf,
    memberOf,
    readerOf,
    workerOf: (request) => ({ ...memberOf(request), models }),
    auditContextOf(request) {
      const context = readerOf(request)
      return {
        ...context,
        model: () => models.fresh(context.environment),
        isReadable: (model, entity, recordId) => isReadableRecord(context, model, entity, recordId),
        linkedNames: (model, entity, shown) => namesIn(context, model, entity, shown),
      }
    },
    environments: { ...environments, optionalSession: (request) => optionalSession(accounts, request) },
    requireMaker: ({ membership }) => {
      if (!membership) throw fault('environment.unknown')
      requireMaker(membership, 'manage-views')
    },
    beside: (request, model, seen) => wordedPart(contextOf(request), seen, viewsPart(contextOf(request), model, seen)),
    following: copyingLabels,
    copyRecords: {
      ask: (request, transaction, of) => enqueueCopy(contextOf(request), transaction, of),
      begin: () => runner.wake(),
    },
    later: laterWith(contextOf, () => runner.wake()),
    uploadFolder: join(options.dataFolder, 'uploads'),
  }
  for (const { routes } of concepts) routes?.(app, deps)
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

/** The host of an address that may change; memoized, because each request asks for the host. */
function hostOf(address: () => string): () => string {
  let known = { address: '', host: 'localhost' }
  return () => {
    const now = address()
    if (now !== known.address) known = { address: now, host: new URL(now || 'http://localhost').host }
    return known.host
  }
}

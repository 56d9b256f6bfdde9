import { join } from 'node:path'
import { checkBots } from '#accounts/server/signUp/botCheck.routes.ts'
import { authenticate, optionalSession } from '#accounts/server/sessions/authenticate.ts'
import { createSessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import { changeSets, type Definitions } from '#changes/server/changes.ts'
import type { Model } from '#entities/model.ts'
import { modelsOf, type Models } from '#entities/server/model.ts'
import { rewriteForHost, environmentOfHost } from '#environments/host.ts'
import type { EnvironmentDeps } from '#environments/server/environments.ts'
import { createMembershipLookup } from '#environments/server/membership.ts'
import { resolveMembership } from '#environments/server/membership.routes.ts'
import { provideRegions } from '#environments/server/reference.ts'
import { createRunner, type Runner } from '#jobs/server/runner.ts'
import { accountDeps } from '#main/accountDeps.ts'
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
import { requestContexts } from '#main/requestContexts.ts'
import { keepSealing } from '#main/sealing.ts'
import { keepUp } from '#main/upkeep.ts'
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
import { renamingChanges } from '#records/server/naming/renaming.ts'
import { recordColumnHistory } from '#records/history/server/columnHistory.ts'
import { viewedMembership } from '#security/server/viewAs/viewAs.ts'
import { definitionStoreOf, type TableCare } from '#tables/server/definitionStore.ts'
import { copyingLabels } from '#labels/operations/copyLabels.ts'
import { wordedPart } from '#labels/server/labels.ts'
import { viewsPart } from '#views/server/views.ts'

export type Api = { readonly app: Http; readonly runner: Runner; settled(): Promise<void> }

/** Every route of the product on one server that listens nowhere yet, and the runner of its jobs. */
export async function buildApi(options: ApiOptions): Promise<Api> {
  const { ground, online, secret, readiness } = options
  await provideRegions(ground.database, [options.region])
  const baseHost = hostOf(options.webAddress)
  const app = await openHttp(options, baseHost)
  const sessions = createSessionLookup(ground)
  const memberships = createMembershipLookup(ground)
  const models = modelsOf(ground.database)
  const definitions = openDefinitions(options, models)
  const changes = renamingChanges(changeSets(definitions), () => runner.wake())
  const accounts = accountDeps(options, sessions, baseHost)
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
  const contexts = requestContexts(models)
  const { contextOf } = contexts
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
    ...contexts,
    environments: { ...environments, optionalSession: (request) => optionalSession(accounts, request) },
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

/** The server without routes; the host of an environment stands for its path. */
function openHttp({ ground, logger, trustProxy }: ApiOptions, baseHost: () => string): Promise<Http> {
  return createHttp({
    ground,
    logger,
    trustProxy,
    rewriteUrl: (url, host) => (environmentOfHost(host, baseHost()) === undefined ? url : rewriteForHost(url, 'host')),
  })
}

/** The definitions of all environments, with the part of each concept. */
function openDefinitions({ ground, online }: ApiOptions, models: Models): Definitions<Model> & TableCare {
  const definitions: Definitions<Model> & TableCare = definitionStoreOf({
    models,
    online,
    log: ground.log,
    parts: concepts.flatMap(({ definitions: part }) => part ?? []),
    afterTables: recordColumnHistory,
    ...definitionGuards((transaction, environment) => definitions.load(transaction, environment)),
  })
  return definitions
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

import fastify, { LogController, type FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { createWriter } from './ai/writer.ts'
import type { AppDeps } from './deps.ts'
import { createDiskSpace } from './files/disk-space.ts'
import { createFileStore } from './files/file-store.ts'
import { BODY_LIMIT, useJsonBodies } from './http/json-body.ts'
import { mountContract } from './http/mount.ts'
import { handlersOf } from './http/services.ts'
import { createLive } from './live/hub.ts'
import { events } from './live/service.ts'
import { isLocalOnly } from './settings/local-only.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { createMetrics } from './process/metrics.ts'
import { ai } from './modules/ai/service.ts'
import { analytics } from './modules/analytics/service.ts'
import { audit } from './modules/audit/service.ts'
import { account, administration, auth, tokens, twoStep } from './modules/auth/service.ts'
import { capabilities } from './modules/capabilities/service.ts'
import { comments, thread } from './modules/comments/service.ts'
import { creatorApplications } from './modules/creator-applications/service.ts'
import { createFigures } from './modules/figures/service.ts'
import { createFiles } from './modules/files/service.ts'
import { memberships, projectAccess, requests } from './modules/memberships/service.ts'
import { notifications } from './modules/notifications/service.ts'
import { ownData } from './modules/own-data/service.ts'
import { payments } from './modules/payments/service.ts'
import { people } from './modules/people/service.ts'
import { reputation } from './modules/reputation/service.ts'
import { projects } from './modules/projects/service.ts'
import { submissions } from './modules/submissions/service.ts'
import { search } from './modules/search/service.ts'
import { imports } from './modules/imports/service.ts'
import { createTasks, labels, review, stages, templates } from './modules/tasks/service.ts'
import { users } from './modules/users/service.ts'
import { waitlist } from './modules/waitlist/service.ts'
import { savedProjects, savedSearches } from './modules/saved/service.ts'
import { work } from './modules/own-work/service.ts'
import { createWriteBudget } from './limits/write-budget.ts'
import { createDrawer } from './pictures/drawer.ts'
import { createHeavyWork } from './process/heavy-work.ts'
import { createCallers } from './plugins/authentication.ts'
import { refuseConnection, TIME_LIMITS } from './plugins/client-errors.ts'
import { closeIdleConnections } from './plugins/closing.ts'
import { compressAnswers } from './plugins/compression.ts'
import { serveDocs } from './plugins/docs.ts'
import { serveHealth } from './plugins/health.ts'
import { answerErrors, sendError, toHttpError } from './plugins/errors.ts'
import { serveMetrics } from './plugins/metrics.ts'
import { oneClickRoute } from './plugins/one-click.ts'
import { serveOpenApi } from './plugins/openapi.ts'
import { guardHosts, guardOrigins } from './plugins/request-guard.ts'
import { noticeUntrustedProxies } from './plugins/proxy-notice.ts'
import { logRequests } from './plugins/request-log.ts'
import { addSecurityHeaders, securityHeaders, setSecurityHeaders } from './plugins/security-headers.ts'
import { serveWeb } from './plugins/static-web.ts'
import { wellKnownRoutes } from './plugins/well-known.ts'
import { limitTime } from './plugins/time-limits.ts'
import { zodSchemas } from './plugins/zod-schemas.ts'

const SECOND = 1000

/** Builds the whole server from its dependencies. It never listens; programs and tests choose the address. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { config, logger, background, timeLimits = TIME_LIMITS } = deps
  const headers = securityHeaders(config)
  const app = fastify({
    loggerInstance: logger,
    // Fastify's own request lines are off: the line that we write at the end of a request says more and shows no
    // private data.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost much, and few requests write a second line; our lines name the request
    // themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    schemaController: zodSchemas,
    requestTimeout: timeLimits.request,
    connectionTimeout: 150 * SECOND,
    keepAliveTimeout: 72 * SECOND,
    http: { headersTimeout: timeLimits.headers, connectionsCheckingInterval: timeLimits.every },
    clientErrorHandler: refuseConnection(headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(request, reply, headers)
      void sendError(reply, request, toHttpError(error))
    },
  })
  const disk = deps.disk ?? createDiskSpace(config)
  const bound = { boundTo: config.host, publicUrl: config.publicUrl }

  useJsonBodies(app)
  answerErrors(app, disk.note)
  limitTime(app)
  setSecurityHeaders(app, headers)
  logRequests(app, logger)
  noticeUntrustedProxies(app, logger)
  const metrics = deps.metrics ?? createMetrics(deps, disk)
  serveMetrics(app, metrics, config)
  guardHosts(app, bound)
  await guardOrigins(app, { ...bound, allowedOrigins: config.allowedOrigins })
  await compressAnswers(app, bound.boundTo)

  const budget = createWriteBudget(deps)
  app.addHook('onClose', budget.stop)
  const heavy = createHeavyWork()
  const drawer = createDrawer()
  app.addHook('onClose', async () => drawer.stop())
  const drawing = { heavy, draw: drawer.draw }

  const live = createLive(deps, metrics)
  app.addHook('preClose', live.stop)
  const handlers = {
    auth: handlersOf('auth', deps, auth),
    account: handlersOf('account', deps, account),
    ownData: handlersOf('ownData', deps, ownData),
    tokens: handlersOf('tokens', deps, tokens),
    twoStep: handlersOf('twoStep', deps, twoStep),
    administration: handlersOf('administration', deps, administration),
    audit: handlersOf('audit', deps, audit),
    users: handlersOf('users', { ...deps, ...drawing }, users),
    waitlist: handlersOf('waitlist', deps, waitlist),
    work: handlersOf('work', deps, work),
    projects: handlersOf('projects', deps, { ...projects, ...projectAccess, ...analytics }),
    memberships: handlersOf('memberships', deps, memberships),
    requests: handlersOf('requests', deps, { ...requests, ...thread }),
    creatorApplications: handlersOf('creatorApplications', deps, creatorApplications),
    people: handlersOf('people', deps, people),
    reputation: handlersOf('reputation', deps, reputation),
    payments: handlersOf('payments', deps, payments),
    ai: handlersOf('ai', { ...deps, writer: createWriter(config, deps.clock) }, ai),
    files: handlersOf('files', { ...deps, store: createFileStore(config), disk }, createFiles(drawing)),
    tasks: handlersOf('tasks', deps, createTasks(deps)),
    savedProjects: handlersOf('savedProjects', deps, savedProjects),
    savedSearches: handlersOf('savedSearches', deps, savedSearches),
    labels: handlersOf('labels', deps, labels),
    stages: handlersOf('stages', deps, stages),
    templates: handlersOf('templates', deps, templates),
    submissions: handlersOf('submissions', deps, { ...submissions, ...review }),
    search: handlersOf('search', deps, search),
    comments: handlersOf('comments', deps, comments),
    imports: handlersOf('imports', deps, imports),
    figures: handlersOf('figures', deps, { get: createFigures(deps) }),
    capabilities: handlersOf('capabilities', deps, capabilities),
    events: handlersOf('events', live, events),
    notifications: handlersOf('notifications', deps, notifications),
  }
  mountContract(app, handlers, { callers: createCallers(deps), budget, heavy })
  serveHealth(app, { ...deps, disk })
  serveOpenApi(app, deps.publicOrigin)
  serveDocs(app)
  if (deps.isEmbedded && deps.mailbox && isLocalOnly(config)) mailboxPage(app, deps.mailbox, config.mailboxKey)
  wellKnownRoutes(app, deps)
  oneClickRoute(app, deps)
  await serveWeb(app, config.webDir)

  closeIdleConnections(app)
  app.addHook('onClose', () => background.idle())
  return app
}

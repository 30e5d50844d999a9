import fastify, { LogController, type FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { createWriter } from './ai/writer.ts'
import { refuseDemoAccount } from './demo/access.ts'
import type { AppDeps } from './deps.ts'
import { createDiskSpace } from './files/disk-space.ts'
import { createHandlers } from './handlers.generated.ts'
import { notFound } from './http/errors.ts'
import { BODY_LIMIT, useJsonBodies } from './http/json-body.ts'
import { mountContract } from './http/mount.ts'
import { createLive } from './live/hub.ts'
import { isLocalOnly } from './settings/local-only.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { createMetrics } from './process/metrics.ts'
import { createWriteBudget } from './limits/write-budget.ts'
import { createDrawer } from './pictures/drawer.ts'
import { createHeavyWork } from './process/heavy-work.ts'
import { createCallers } from './modules/auth/service.ts'
import { refuseConnection, TIME_LIMITS } from './plugins/client-errors.ts'
import { serveCalendars } from './plugins/calendar.ts'
import { closeIdleConnections } from './plugins/closing.ts'
import { compressAnswers } from './plugins/compression.ts'
import { serveDocs } from './plugins/docs.ts'
import { serveHealth } from './plugins/health.ts'
import { answerErrors, sendError, toHttpError } from './plugins/errors.ts'
import { serveMetrics } from './plugins/metrics.ts'
import { oneClickRoute } from './plugins/one-click.ts'
import { serveOpenApi } from './plugins/openapi.ts'
import { guardHosts, guardOrigins } from './plugins/request-guard.ts'
import { isPublicPath, servePublicPages } from './plugins/public-pages.ts'
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
      const isPublic = config.publicPages !== 'off' && isPublicPath(request.url)
      void sendError(reply, request, isPublic ? notFound('There is nothing here.') : toHttpError(error))
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

  const live = createLive(deps, metrics)
  app.addHook('preClose', live.stop)
  const handlers = createHandlers({
    ...deps,
    heavy,
    draw: drawer.draw,
    disk,
    live,
    writer: createWriter(config, deps.clock),
    refuseDemoAccount: (address) => refuseDemoAccount(deps, address),
  })
  mountContract(app, handlers, { callers: createCallers(deps), budget, heavy, replicas: deps.replicas })
  serveHealth(app, { ...deps, disk })
  serveOpenApi(app, deps.publicOrigin)
  serveDocs(app)
  if (deps.isEmbedded && deps.mailbox && isLocalOnly(config)) mailboxPage(app, deps.mailbox, config.mailboxKey)
  wellKnownRoutes(app, deps)
  oneClickRoute(app, deps)
  serveCalendars(app, deps)
  servePublicPages(app, deps)
  await serveWeb(app, config.webDir)

  closeIdleConnections(app)
  app.addHook('onClose', () => background.idle())
  return app
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { notAuthenticated, notFound } from '../http/errors.ts'
import { isLoopbackName } from '../settings/local-only.ts'
import type { Metrics } from '../process/metrics.ts'
import { hostName, isLoopbackAddress } from './request-guard.ts'

/** Headers that a proxy adds to the requests it forwards; a browser's page sends the last two. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via', 'origin', 'sec-fetch-site']

/**
 * Serves GET /metrics and counts answers. The metrics are for operators: with a configured token, they require it.
 * Without one, only programs on this machine read them, and nobody on a server with a public URL, where a local proxy
 * would look like such a program.
 */
export const serveMetrics = (
  app: FastifyInstance,
  metrics: Metrics,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
) => {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    metrics.answered(config.operation ?? url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1000)
  })
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    config: { isPolled: true },
    handler: async (request, reply) => {
      if (metricsToken === undefined) {
        if (publicUrl !== undefined || !isFromHere(request)) throw notFound('There is nothing here.')
      } else if (!isSame(request.headers.authorization, `Bearer ${metricsToken}`)) throw notAuthenticated()
      return reply
        .type(metrics.contentType)
        .header('cache-control', 'no-store')
        .send(await metrics.text())
    },
  })
}

const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress) &&
  isLoopbackName(hostName(headers.host) ?? '') &&
  FORWARDING.every((name) => headers[name] === undefined)

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in a time that does not depend on how many characters are right. */
const isSame = (given: string | undefined, wanted: string) => timingSafeEqual(digest(given ?? ''), digest(wanted))

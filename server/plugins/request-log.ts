import type { FastifyInstance } from 'fastify'

/** One line an answer: which call, how it ended, how long it took. Never a body, a query or a path's values. */
export const logRequests = (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    const { operation, url } = { operation: request.routeOptions.config.operation, url: request.routeOptions.url }
    request.log.info(
      {
        method: request.method,
        call: operation ?? url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** One line an answer: which call, how it ended, how long it took. Never a body, a query or a path's values. */
export const logRequests = (app: FastifyInstance, logger: FastifyBaseLogger) => {
  // None of these fields can hold a secret, and looking for some in them would cost more than most calls do themselves.
  const answers = logger.child({}, { redact: [] })
  app.addHook('onResponse', async (request, reply) => {
    const { operation, url } = { operation: request.routeOptions.config.operation, url: request.routeOptions.url }
    answers.info(
      {
        reqId: request.id,
        method: request.method,
        call: operation ?? url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}

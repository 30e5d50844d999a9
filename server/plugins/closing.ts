import type { FastifyInstance } from 'fastify'

const EVERY_MS = 50

/**
 * Closing waits for the answers under way. The connections that carried them stay open for a next request, for more than a
 * minute, and Node closes only those that are idle at the first moment: so they are closed as they become idle.
 */
export const closeIdleConnections = (app: FastifyInstance) => {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const timer = setInterval(() => server.closeIdleConnections(), EVERY_MS)
    server.once('close', () => clearInterval(timer))
  })
}

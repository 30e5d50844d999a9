import type { FastifyInstance } from 'fastify'

const EVERY_MS = 50

/**
 * Closes connections while the server stops. Node closes only those that are idle at first; connections of answers
 * under way would then stay open for another request for over a minute. This closes them as they become idle.
 */
export const closeIdleConnections = (app: FastifyInstance) => {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const timer = setInterval(() => server.closeIdleConnections(), EVERY_MS)
    server.once('close', () => clearInterval(timer))
  })
}

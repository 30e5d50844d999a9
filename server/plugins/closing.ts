import type { FastifyInstance } from 'fastify'

const EVERY_MS = 50

/**
 * Closes connections while the server stops. Stopping waits for answers under way, and their connections would then
 * stay open for another request for over a minute: Node closes only those that are idle at first. This closes the
 * others as they become idle.
 */
export const closeIdleConnections = (app: FastifyInstance) => {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const timer = setInterval(() => server.closeIdleConnections(), EVERY_MS)
    server.once('close', () => clearInterval(timer))
  })
}

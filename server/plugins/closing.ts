import type { FastifyInstance } from 'fastify'

const EVERY_MS = 50

/**
 * Closes connections while the server stops. Stopping waits for answers under way, whose connections would then stay
 * open for another request for more than a minute. Node closes only those that are idle at the first moment, so this
 * closes the others when they become idle.
 */
export const closeIdleConnections = (app: FastifyInstance) => {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const timer = setInterval(() => server.closeIdleConnections(), EVERY_MS)
    server.once('close', () => clearInterval(timer))
  })
}

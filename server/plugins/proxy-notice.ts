import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * Warns once, at the first request forwarded by a proxy that the settings do not name: everybody behind it shares one
 * network address, so one person's ten wrong passwords lock out all others.
 */
export const noticeUntrustedProxies = (app: FastifyInstance, logger: FastifyBaseLogger) => {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket }) => {
    // When the proxy is trusted, `ip` is the address that it reports and differs from the peer's own.
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    logger.warn(
      { peer: ip },
      'X-Forwarded-For came from a peer that is not trusted, so limits count all people behind it as one. If it is your proxy, name it in GUILDHALL_TRUSTED_PROXIES.',
    )
  })
}

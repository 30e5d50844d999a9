import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * Warns about a proxy that the settings do not name. All people behind such a proxy share one network address, so that
 * ten wrong passwords of one person lock out all others. The log gets one warning, at the first request that was
 * forwarded by such a peer.
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

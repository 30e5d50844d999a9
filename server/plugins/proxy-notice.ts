import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * Behind a proxy that nobody named, all people are one network address, and ten wrong passwords of one lock out the rest. The
 * first request that says it was forwarded by such a peer is said in the log, once.
 */
export const noticeUntrustedProxies = (app: FastifyInstance, logger: FastifyBaseLogger) => {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket }) => {
    // A trusted peer's word has been taken: the address is another one then.
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    logger.warn(
      { peer: ip },
      'X-Forwarded-For came from a peer that is not trusted, so limits count all people behind it as one. If it is your proxy, name it in GUILDHALL_TRUSTED_PROXIES.',
    )
  })
}

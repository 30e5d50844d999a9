import type { FastifyInstance } from 'fastify'
import { pages } from '#shared/rules/addresses.ts'
import type { AppDeps } from '../deps.ts'
import { networkOf } from '../http/network.ts'
import { unsubscribe } from '../modules/notifications/service.ts'

/** What a mail program sends is one short field, which says nothing. */
const BODY_BYTES = 4096

/**
 * A mail program's "Unsubscribe" (RFC 8058): a form posted to the address in the mail's header, which has the token.
 * Opened in a browser, that address is a page that asks first, because mail scanners open links.
 */
export const oneClickRoute = (app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'secret'>) =>
  void app.register(async (scope) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, _body, done) =>
        done(null),
      )
    scope.post<{ Querystring: { token?: unknown } }>(
      pages.unsubscribe.at,
      { schema: { hide: true } },
      async ({ query, ip }, reply) => {
        await unsubscribe(deps, typeof query.token === 'string' ? query.token : '', networkOf(ip))
        reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
        return 'These mails have ended.\n'
      },
    )
  })

import type { FastifyInstance } from 'fastify'
import { pages } from '#shared/rules/addresses.ts'
import type { AppDeps } from '../deps.ts'
import { networkOf } from '../http/network.ts'
import { unsubscribe } from '../modules/notifications/service.ts'

/** What a mail program sends is one short field, which says nothing. */
const BODY_BYTES = 4096

/**
 * What a mail program sends when somebody presses its "Unsubscribe" (RFC 8058): a form to the address in the mail's header,
 * which carries the token. The same address opened in a browser is a page that asks first, because programs that look
 * through mails open links.
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

import type { FastifyInstance } from 'fastify'
import { brand } from '#shared/brand.ts'
import type { AppDeps } from '../deps.ts'
import { knownTags } from '../http/prepared-answer.ts'
import { readCalendar } from '../modules/calendar/service.ts'

/** The calendars that programs read, each at an address that one person has made. An address that is gone is as unknown as any. */
export const serveCalendars = (app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'publicOrigin'>): void => {
  app.get<{ Params: { '*': string } }>('/calendar/*', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
    const file = await readCalendar(deps, request.params['*'])
    if (!file) return reply.status(404).type('text/plain; charset=utf-8').send('There is no such calendar.\n')
    reply.header('etag', `W/"${file.tag}"`)
    if (knownTags(request.headers['if-none-match']).includes(file.tag)) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `inline; filename="${brand.cli}.ics"`)
      .send(file.text)
  })
}

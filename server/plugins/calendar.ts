import type { FastifyInstance } from 'fastify'
import { brand } from '#shared/brand.ts'
import type { AppDeps } from '../deps.ts'
import { HttpError } from '../http/errors.ts'
import { knownTags } from '../http/prepared-answer.ts'
import { readCalendar } from '../modules/calendar/service.ts'

const TEXT = 'text/plain; charset=utf-8'

/** Calendar programs show what a text says, and none of JSON. */
const refusalOf = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  throw error
}

/** The calendars that programs read, each at an address that one person has made. An address that is gone is as unknown as any. */
export const serveCalendars = (app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'publicOrigin'>): void => {
  app.get<{ Params: { '*': string } }>('/calendar/*', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
    const file = await readCalendar(deps, request.params['*']).catch(refusalOf)
    if (file instanceof HttpError)
      return reply.status(file.status).headers(file.headers).type(TEXT).send(`${file.message}\n`)
    if (!file) return reply.status(404).type(TEXT).send('There is no such calendar.\n')
    reply.header('etag', `W/"${file.tag}"`)
    if (knownTags(request.headers['if-none-match']).includes(file.tag)) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `inline; filename="${brand.cli}.ics"`)
      .send(file.text)
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PUBLIC_LIST } from '#shared/rules/public-pages.ts'
import type { AppDeps } from '../deps.ts'
import { knownTags } from '../http/prepared-answer.ts'
import * as pages from '../modules/public/service.ts'
import { createCards } from '../pictures/cards.ts'

/** A picture is the same for as long as its page's figures are. */
const PICTURE_CACHE = 'public, max-age=300'
const TYPES = {
  page: 'text/html; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
  map: 'application/xml; charset=utf-8',
} as const

/** Whether an address is one of a public page, whose unreadable spellings answer 404. */
export const isPublicPath = (url: string): boolean => /^\/[pt](?![^/?])/.test(url)

/**
 * The pages and feeds that visitors read, where the operator has switched them on; otherwise these paths are as unknown as any. They
 * carry no script, set no cookie, and are asked for again at each visit.
 */
export const servePublicPages = (app: FastifyInstance, deps: AppDeps): void => {
  const { config } = deps
  if (config.publicPages === 'off') return
  const draw = createCards()
  const options = { schema: { hide: true } }
  const send = async (request: FastifyRequest, reply: FastifyReply, answer: pages.PublicAnswer) => {
    if (config.publicPages === 'on') reply.header('x-robots-tag', 'noindex')
    reply.header('content-security-policy', pages.PAGE_POLICY)
    if (answer?.kind === 'moved') return reply.header('cache-control', 'no-cache').redirect(answer.to, 301)
    if (answer?.kind === 'card') {
      const picture = await draw(answer.svg)
      // Other sites show it beside a link to the page.
      reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', PICTURE_CACHE)
      return reply.type('image/png').send(picture)
    }
    reply.header('cache-control', 'no-cache')
    if (!answer) return reply.status(404).type(TYPES.page).send(pages.missing(deps))
    reply.header('etag', `W/"${answer.tag}"`)
    if (knownTags(request.headers['if-none-match']).includes(answer.tag)) return reply.status(304).send()
    return reply.type(TYPES[answer.kind]).send(answer.body)
  }
  type Asked = { Params: { '*': string }; Querystring: Record<string, unknown> }
  const serve = (
    path: string,
    read: (request: FastifyRequest<Asked>) => pages.PublicAnswer | Promise<pages.PublicAnswer>,
  ) => app.get<Asked>(path, options, async (request, reply) => send(request, reply, await read(request)))

  serve(PUBLIC_LIST, ({ query }) => pages.readList(deps, query['page']))
  serve(`${PUBLIC_LIST}/feed.atom`, ({ query }) => pages.readFeed(deps, 'atom', query))
  serve(`${PUBLIC_LIST}/feed.json`, ({ query }) => pages.readFeed(deps, 'json', query))
  serve(`${PUBLIC_LIST}/picture.png`, () => pages.listCard())
  serve(`${PUBLIC_LIST}/*`, ({ params }) => pages.readProject(deps, params['*']))
  serve('/t/*', ({ params }) => pages.readTask(deps, params['*']))
  serve('/t', () => null)
  serve('/sitemap.xml', () => pages.readMap(deps))
  app.get('/robots.txt', options, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(pages.robotsText(deps)),
  )
}

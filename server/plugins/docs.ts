import type { FastifyInstance } from 'fastify'

const PATH = '/docs'

/**
 * GET /docs: the API reference for people, written from the OpenAPI document. A page of our own instead of a library's:
 * it runs no script, so it fits the same policy as every other page, and needs no assets.
 */
export const serveDocs = (
  app: FastifyInstance,
  { document, publicOrigin }: { document: () => Promise<object>; publicOrigin: () => string },
) => {
  let page: string | undefined
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const { docsPage } = await import('./docs-page.ts')
    page ??= docsPage(await document(), publicOrigin())
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

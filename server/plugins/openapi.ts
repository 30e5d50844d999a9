import type { FastifyInstance } from 'fastify'
import { brand } from '../../shared/brand.ts'
import { openApiPath } from '../../shared/contract/system.ts'
import { readVersion } from '../version.ts'

/**
 * GET /openapi.json. Made from the contract when first asked for: starting needs none of it. Answers how the document is had,
 * for the page that shows it.
 */
export const serveOpenApi = (app: FastifyInstance): (() => Promise<object>) => {
  let document: Promise<object> | undefined
  const read = () =>
    (document ??= import('./openapi-document.ts').then(({ describeApi }) =>
      describeApi({ title: `${brand.name} API`, description: brand.tagline, version: readVersion() }),
    ))
  app.get(openApiPath, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await read())),
  )
  return read
}

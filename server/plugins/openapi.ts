import type { FastifyInstance } from 'fastify'
import { brand } from '#shared/brand.ts'
import { openApiPath } from '#shared/contract/system.ts'
import { loadOnce } from '../util/load-once.ts'
import { readVersion } from '../process/version.ts'

/**
 * GET /openapi.json, made from the contract at the first request, because starting the server does not need the
 * document.
 */
export const serveOpenApi = (app: FastifyInstance, publicOrigin: () => string): void => {
  const document = loadOnce(async () => {
    const { describeApi } = await import('./openapi-document.ts')
    const [title, description] = [`${brand.name} API`, brand.tagline]
    return JSON.stringify(await describeApi({ title, description, version: readVersion(), origin: publicOrigin() }))
  })
  app.get(openApiPath, { schema: { hide: true } }, async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send(await document())
  })
}

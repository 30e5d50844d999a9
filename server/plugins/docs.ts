import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { brand } from '#shared/brand.ts'
import { openApiPath } from '#shared/contract/system.ts'
import { loadOnce } from '../util/load-once.ts'
import { escapeHtml } from '../mail/compose.ts'
import { zodSchemas } from './zod-schemas.ts'

const PATH = '/docs'
/** The path of the library's script among the package's own routes. */
const SCRIPT = '/js/scalar.js'

/**
 * Scalar shows only the document. Whatever calls another host is off (fonts, telemetry, the assistant, its programs to
 * open the document with), and so is sending calls, because this page must never ask for a token.
 */
const configuration = {
  url: openApiPath,
  pageTitle: `${brand.name} API`,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  // Scalar's lightest grey has too little contrast with the page.
  customCss:
    '.light-mode { --scalar-color-3: #57534e; --scalar-color-green: #116a34; --scalar-color-orange: #92500a } .dark-mode { --scalar-color-3: #a9a6a1 }',
}

/** One file that the page loads. Its URL names its content, so that the file can be cached for ever. */
type Asset = { url: string; plain: string; zipped: Buffer }

const assetOf = async (name: string, plain: string): Promise<Asset> => {
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  return { url: `${PATH}/${name}.js?${hash}`, plain, zipped: await promisify(gzip)(plain) }
}

/** The library's script. The package does not export it, so it is requested from a server that never listens. */
const scalarScript = async (): Promise<string> => {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const keeper = fastify({ logger: false, schemaController: zodSchemas })
  await keeper.register(reference, { routePrefix: '/', configuration: { url: openApiPath } })
  const answer = await keeper.inject(SCRIPT)
  await keeper.close()
  if (answer.statusCode !== 200) throw new Error(`@scalar/fastify-api-reference has no ${SCRIPT}.`)
  return answer.body
}

const pageOf = (scripts: readonly Asset[]) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(brand.name)} API</title><link rel="icon" href="data:,"></head><body><div id="reference"></div>
<noscript>The reference needs JavaScript. The document it shows is at <a href="${openApiPath}">${openApiPath}</a>.</noscript>
${scripts.map(({ url }) => `<script src="${url}"></script>`).join('\n')}</body></html>`

const load = async () => {
  // Our content security policy forbids code made from text. This keeps Scalar's zod from trying it, which Firefox reports as an error.
  const scalar = await assetOf('scalar', `globalThis.__zod_globalConfig = { jitless: true };\n${await scalarScript()}`)
  const start = await assetOf('start', `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)})\n`)
  return { scalar, start, page: pageOf([scalar, start]) }
}

/**
 * GET /docs: the API reference for people, which Scalar draws in the browser from the OpenAPI document. Its script
 * comes from this server and none is inline, so the other pages' policy applies. It is loaded at the first request.
 */
export const serveDocs = (app: FastifyInstance): void => {
  const loaded = loadOnce(load)
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const { page } = await loaded()
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
  for (const name of ['scalar', 'start'] as const)
    app.get(`${PATH}/${name}.js`, { schema: { hide: true } }, async (request, reply) =>
      sendAsset(request, reply, (await loaded())[name]),
    )
}

/** Files are compressed once, because anybody may request them and compressing takes a tenth of a second. */
const sendAsset = ({ headers }: FastifyRequest, reply: FastifyReply, { plain, zipped }: Asset) => {
  const isZipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply
    .type('text/javascript; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'Origin, accept-encoding')
    .send(isZipped ? zipped : plain)
}

import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPagePath } from '#shared/rules/addresses.ts'
import { notFound } from '../http/errors.ts'
import { notAllowed, sendError, unknownCall } from './errors.ts'
import { isApiRequest } from './request-guard.ts'
import { isWellKnown } from './well-known.ts'

/** Vite names these files after their content, so they never change. */
const HASHED_FOLDER = `${sep}assets${sep}`
const INDEX = 'index.html'

/**
 * Serves the web build: its files, compressed where there are copies, and index.html for every other address that a
 * person opens, because routing is in the browser. Without a build only the API is served.
 */
export const serveWeb = async (app: FastifyInstance, webDir: string | undefined) => {
  // A link that lost its middle (an empty part before 'dialog') looks like a file. Without the empty part it is an
  // address of the app.
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', ...query] = request.url.split('?')
    // An address that begins with two slashes, or with a protocol, names another host, so it is never redirected to.
    const isOwn = /^\/[^/\\]/.test(path)
    if (!isOwn || !path.includes('//') || isApiRequest(request) || !isNavigation(request)) return
    return reply.redirect([path.replace(/\/{2,}/g, '/'), ...query].join('?'), 308)
  })
  const hasWeb = webDir !== undefined && existsSync(join(webDir, INDEX))
  if (hasWeb) {
    const { default: fastifyStatic } = await import('@fastify/static')
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      // This must be a list: with a single name the plugin finds no compressed copy of the first page and answers 404.
      index: [INDEX],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isForEver = path.includes(HASHED_FOLDER)
        reply.header('cache-control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    // Node's parser accepts this method, and our router does not know it.
    if (request.method === 'TRACE') return sendError(reply, request, notAllowed(request, 'GET, HEAD'))
    if (isApiRequest(request)) return sendError(reply, request, unknownCall(request))
    if (hasWeb && isNavigation(request)) return reply.sendFile(INDEX)
    return sendError(reply, request, notFound('There is nothing here.'))
  })
}

/**
 * Whether somebody wants a page. A browser says so. Previews, link checkers and monitors take anything or do not say, and get the
 * pages that there are.
 */
const isNavigation = ({ method, url, headers: { accept = '*/*' } }: FastifyRequest) => {
  if (isWellKnown(url) || (method !== 'GET' && method !== 'HEAD')) return false
  return (
    /text\/html|application\/xhtml\+xml/i.test(accept) ||
    (/\*\/\*|text\/\*/.test(accept) && isPagePath(url.split('?')[0] ?? ''))
  )
}

import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../http/errors.ts'
import { API_PREFIX } from '../http/mount.ts'
import { sendError, unknownCall } from './errors.ts'

/** Vite names these after their content, so they never change. */
const HASHED_FOLDER = `${sep}assets${sep}`
const INDEX = 'index.html'

/**
 * The web build: files as they are, from the compressed copy beside them when there is one, and index.html for every other
 * address a person opens, because the screens' routes live in the browser. Without a build only the API answers.
 */
export const serveWeb = async (app: FastifyInstance, webDir: string | undefined) => {
  const hasWeb = webDir !== undefined && existsSync(join(webDir, INDEX))
  if (hasWeb) {
    const { default: fastifyStatic } = await import('@fastify/static')
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      index: INDEX,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isForEver = path.includes(HASHED_FOLDER)
        reply.header('cache-control', isForEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) return sendError(reply, request, unknownCall(request))
    if (hasWeb && isNavigation(request)) return reply.sendFile(INDEX)
    return sendError(reply, request, notFound('There is nothing here.'))
  })
}

const isApi = (url: string) => url === API_PREFIX || url.startsWith(`${API_PREFIX}/`)

const isNavigation = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

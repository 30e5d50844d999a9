import type { FastifyInstance } from 'fastify'
import { paths } from '../../shared/rules/addresses.ts'
import type { AppDeps } from '../deps.ts'

const FOLDER = '/.well-known/'
const DAY_MS = 24 * 60 * 60 * 1000
const EXPIRES_DAYS = 180

/** Whether an address is of the folder that programs look things up in: what is not there is a 404, and no screen of ours. */
export const isWellKnown = (url: string): boolean => url.startsWith(FOLDER)

/** For who finds a weakness (RFC 9116), and for password managers that offer to change a password. */
export const wellKnownRoutes = (app: FastifyInstance, { config, clock, publicOrigin }: AppDeps) => {
  const options = { schema: { hide: true } }
  app.get(`${FOLDER}security.txt`, options, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + EXPIRES_DAYS * DAY_MS)
    const lines = [
      `Contact: ${config.securityContact ?? usualContact(publicOrigin())}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicOrigin()}${FOLDER}security.txt`,
    ]
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return `${lines.join('\n')}\n`
  })
  app.get(`${FOLDER}change-password`, options, async (_request, reply) => reply.redirect(paths.forgotPassword(), 302))
}

/** The address that a domain has for such mail when it has one (RFC 2142). */
const usualContact = (origin: string): string => `mailto:security@${new URL(origin).hostname}`

import type { FastifyInstance } from 'fastify'
import { paths } from '#shared/rules/addresses.ts'
import type { AppDeps } from '../deps.ts'

const FOLDER = '/.well-known/'
const DAY_MS = 24 * 60 * 60 * 1000
const EXPIRES_DAYS = 180

/**
 * Whether an address is in the folder in which programs look things up. A missing file there is a 404, never one of our
 * screens.
 */
export const isWellKnown = (url: string): boolean => url.startsWith(FOLDER)

/**
 * The addresses for people who find a weakness (RFC 9116), and for password managers that offer to change a password.
 */
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

/** The e-mail address that a domain usually has for such reports (RFC 2142). */
const usualContact = (origin: string): string => `mailto:security@${new URL(origin).hostname}`

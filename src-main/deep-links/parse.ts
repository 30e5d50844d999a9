import { z } from 'zod'
import { brand } from '../../shared/brand.ts'
import { email, id, otp, token, username } from '../../shared/contract/common.ts'

type Route = { path: RegExp; to: (found: readonly string[], query: Record<string, string>) => string | null }

/** A route without parameters; it takes no query. */
const plain = (path: string): Route => ({
  path: new RegExp(`^${path}$`),
  to: (_, query) => (Object.keys(query).length === 0 ? `/${path}` : null),
})
/** A route whose query must fit exactly. */
const asking = (path: string, query: z.ZodObject): Route => ({
  path: new RegExp(`^${path}$`),
  to: (_, given) => {
    const parsed = query.safeParse(given)
    if (!parsed.success) return null
    const text = new URLSearchParams(parsed.data as Record<string, string>).toString()
    return text ? `/${path}?${text}` : `/${path}`
  },
})
/** A route with one parameter. */
const naming = (path: RegExp, schema: z.ZodType, to: (value: string) => string): Route => ({
  path,
  to: ([value = ''], query) =>
    schema.safeParse(value).success && Object.keys(query).length === 0 ? to(encodeURIComponent(value)) : null,
})

const tabs = ['overview', 'tasks', 'kanban', 'collaborators', 'settings', 'payments', 'files'] as const

/** What a link may open; everything else is refused. */
const routes: readonly Route[] = [
  ...['market', 'my-projects', 'owner-dashboard', 'talent', 'login', 'dashboard', 'terms', 'privacy'].map(plain),
  plain('creator-application'),
  asking('register', z.strictObject({ token: token.optional(), email: email.optional() })),
  asking('reset-password', z.strictObject({ token, email })),
  asking(
    'verify-email',
    z.strictObject({ token: token.optional(), email, username: username.optional(), otp: otp.optional() }),
  ),
  naming(/^project\/([^/]+)$/, id, (project) => `/project/${project}`),
  naming(/^project\/([^/]+)\/dialog$/, id, (project) => `/project/${project}/dialog`),
  ...tabs.map((tab) => naming(new RegExp(`^project/([^/]+)/${tab}$`), id, (project) => `/project/${project}/${tab}`)),
  naming(/^pf\/([^/]+)$/, username, (name) => `/pf/${name}`),
]

const LENGTH_MAX = 4096
const start = `${brand.deepLinkScheme}://`

/** Whether a text claims to be one of our links, good or not. */
export const isDeepLink = (argument: string): boolean => argument.toLowerCase().startsWith(start)

/** The path of our router that a `guildhall://…` link names; null for a hostile or unknown one. */
export const parseDeepLink = (link: string): string | null => {
  if (link.length > LENGTH_MAX || !isDeepLink(link)) return null
  // Nothing that reads differently to different parsers: controls, blanks, backslashes, escapes in the path, credentials.
  if (/[\p{Cc}\s\\<>"`]/u.test(link)) return null
  const [address = '', query = '', ...more] = link.slice(start.length).split('?')
  if (more.length > 0 || /[#%@:]|\.\.|\/\//.test(address) || query.includes('#')) return null
  const path = address.replace(/\/$/, '')
  const given = new URLSearchParams(query)
  const values = Object.fromEntries(given)
  if ([...given].length !== Object.keys(values).length) return null
  for (const route of routes) {
    const found = route.path.exec(path)
    if (found) return route.to(found.slice(1), values)
  }
  return null
}

/** The link in a command line, as Windows and Linux hand it over; the last one when there are more. */
export const linkInArguments = (argv: readonly string[]): string | undefined => argv.findLast(isDeepLink)

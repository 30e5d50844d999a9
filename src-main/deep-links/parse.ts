import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { email, id, otp, token, username } from '#shared/contract/common.ts'
import { type Page, type PageName, pages, patternOf, settingsSections, workspaceTabs } from '#shared/rules/addresses.ts'

/** The form that a value in a link must have, by its name in the path or the query. */
const values: Readonly<Record<string, z.ZodType>> = {
  projectID: id,
  taskID: id,
  username,
  tab: z.enum(workspaceTabs),
  section: z.enum(settingsSections),
  token,
  email,
  otp,
  number: z.string().regex(/^[1-9][0-9]{0,8}$/),
}

const schemaOf = (name: string): z.ZodType => values[name] ?? z.never()

type Route = { path: RegExp; names: readonly string[]; query: z.ZodObject }

/** The pages that a link may open; every other link is refused. */
const routes: readonly Route[] = Object.entries<Page>(pages).flatMap(([name, { at, link }]) => {
  if (!link) return []
  const query = Object.entries(link).map(([key, need]) => [
    key,
    need === 'needed' ? schemaOf(key) : schemaOf(key).optional(),
  ])
  const names = [...at.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter)
  return [{ path: patternOf(name as PageName), names, query: z.strictObject(Object.fromEntries(query)) }]
})

/** The address with its values checked; null when one of them does not have the form of its name. */
const opened = ({ names, query }: Route, path: string, parts: readonly string[], given: Record<string, string>) => {
  const parsed = query.safeParse(given)
  if (!parsed.success || !names.every((name, index) => schemaOf(name).safeParse(parts[index]).success)) return null
  const text = new URLSearchParams(parsed.data as Record<string, string>).toString()
  return text ? `${path}?${text}` : path
}

const LENGTH_MAX = 4096
const start = `${brand.deepLinkScheme}://`

/** Whether a text begins like one of our links, valid or not. */
export const isDeepLink = (argument: string): boolean => argument.toLowerCase().startsWith(start)

/** The path of our router that a `guildhall://…` link names; null for a hostile or unknown one. */
export const parseDeepLink = (link: string): string | null => {
  if (link.length > LENGTH_MAX || !isDeepLink(link)) return null
  // Characters that different parsers read differently are refused: controls, blanks, backslashes, escapes in the path,
  // credentials.
  if (/[\p{Cc}\s\\<>"`]/u.test(link)) return null
  const [address = '', query = '', ...more] = link.slice(start.length).split('?')
  if (more.length > 0 || /[#%@:]|\.\.|\/\//.test(address) || query.includes('#')) return null
  const path = `/${address.replace(/\/$/, '')}`
  const given = new URLSearchParams(query)
  const asked = Object.fromEntries(given)
  if ([...given].length !== Object.keys(asked).length) return null
  for (const route of routes) {
    const found = route.path.exec(path)
    if (found) return opened(route, path, found.slice(1), asked)
  }
  return null
}

/** The last link in a command line, where Windows and Linux put the link that was opened. */
export const linkInArguments = (argv: readonly string[]): string | undefined => argv.findLast(isDeepLink)

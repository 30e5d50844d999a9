import { protocol } from 'electron'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentSecurityPolicy } from './content-security-policy.ts'

const SCHEME = 'guildhall-app'
/** The origin of the page. */
export const appOrigin = `${SCHEME}://app`

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const refuse = (status: number) => new Response('', { status, headers })

/**
 * The path of the file below `folder` that an address names; null when it lies outside of `folder` or the address is
 * invalid.
 */
const fileFor = (folder: string, address: string): string | null => {
  let path: string
  try {
    path = decodeURIComponent(new URL(address).pathname)
  } catch {
    return null
  }
  if (/[\0\\]/.test(path)) return null
  const file = normalize(join(folder, path))
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep) || file === folder ? file : null
}

/**
 * Answers a request for the page: only GET, only files of `folder`. An address without an extension is the router's and
 * gets index.html.
 */
export const createAppFiles = (folder: string) => {
  return async (request: { url: string; method: string }): Promise<Response> => {
    if (request.method !== 'GET') return refuse(405)
    if (!request.url.startsWith(`${appOrigin}/`)) return refuse(404)
    const file = fileFor(folder, request.url)
    if (!file) return refuse(404)
    const isRoute = extname(file) === ''
    const wanted = isRoute ? join(folder, 'index.html') : file
    const type = types[extname(wanted).toLowerCase()]
    if (!type) return refuse(404)
    try {
      return new Response(await readFile(wanted), { headers: { ...headers, 'content-type': type } })
    } catch {
      return refuse(404)
    }
  }
}

/** Gives the scheme an origin of its own, as https has. Call it before the app is ready. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])

export const serveApp = (folder: string): void => protocol.handle(SCHEME, createAppFiles(folder))

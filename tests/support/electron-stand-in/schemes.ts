import { strict } from './strict.ts'

type Privileges = {
  standard?: boolean
  secure?: boolean
  supportFetchAPI?: boolean
  stream?: boolean
  codeCache?: boolean
}
type Handler = (request: Request) => Response | Promise<Response>

const DOMAIN = 'stand-in.test'
const privileges = new Map<string, Privileges>()
const handlers = new Map<string, Handler>()

/**
 * The address that Chromium gets for `scheme://host/path`: Chromium does not know the app's schemes, so it gets an https address that
 * no network has, and the scheme's handler answers every request for it.
 */
export const toChromium = (url: string): string => {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
  if (!parts?.[1] || !privileges.has(parts[1])) return url
  return `https://${parts[2]}.${parts[1]}.${DOMAIN}${parts[3] || '/'}`
}

export const fromChromium = (url: string): string => {
  for (const scheme of privileges.keys()) {
    const suffix = `.${scheme}.${DOMAIN}`
    const parts = /^https:\/\/([^/?#]+)(.*)$/.exec(url)
    if (parts?.[1]?.endsWith(suffix)) return `${scheme}://${parts[1].slice(0, -suffix.length)}${parts[2] ?? ''}`
  }
  return url
}

/** The origin that Electron's frames report; a standard scheme of the app has an origin, too. */
export const originOf = (url: string): string => {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url)
  return parts ? `${parts[1]}://${parts[2]}` : 'null'
}

export const ownPatterns = (): string[] => [...privileges.keys()].map((scheme) => `https://*.${scheme}.${DOMAIN}/*`)

/** The answer of the app's handler to one request; undefined for addresses that are not of the app's schemes. */
export const answerOwn = async (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string | undefined },
) => {
  const own = fromChromium(url)
  const handler = handlers.get(/^([^:]+):/.exec(own)?.[1] ?? '')
  if (own === url || !handler) return undefined
  const hasBody = init.body !== undefined && init.method !== 'GET' && init.method !== 'HEAD'
  const request = new Request(own, {
    method: init.method,
    headers: init.headers,
    ...(hasBody && { body: init.body ?? '' }),
  })
  const response = await handler(request)
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: Array<{ scheme: string; privileges?: Privileges }>) => {
    for (const one of schemes) privileges.set(one.scheme, one.privileges ?? {})
  },
  handle: (scheme: string, handler: Handler) => {
    if (!privileges.has(scheme))
      throw new Error(`the stand-in serves only privileged schemes, and ${scheme} is not one`)
    if (handlers.has(scheme)) throw new Error(`${scheme} is handled already`)
    handlers.set(scheme, handler)
  },
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
})

/** Whether a host name means this computer itself, so that nobody can overhear what is sent to it. */
const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
  ['[::1]', '::1'].includes(hostname)

/** Whether others can read passwords and tokens that are sent to a URL: plain HTTP to another computer. */
export const isUnencrypted = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol !== 'https:' && !isLoopbackHost(hostname)

/** All programs have it; this project's own types have neither a browser nor Node. */
declare const URL: {
  new (text: string): Record<'protocol' | 'username' | 'password' | 'origin' | 'pathname', string>
  canParse(text: string): boolean
}

/**
 * A server's address as it is typed, or copied from a browser or a file of variables, in the one spelling that programs
 * compare and join: without quotes, query, fragment, last slash and the calls' own /api. Null for what is none.
 */
export const serverAddressOf = (typed: string): string | null => {
  const text = unquoted(typed)
  if (!URL.canParse(text)) return null
  const { protocol, username, password, origin, pathname } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password) return null
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}

/** A value without the quotes that some programs leave around those of a file of variables, and without marks that nobody sees. */
export const unquoted = (value: string): string =>
  value
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')

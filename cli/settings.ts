import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import { brand } from '../shared/brand.ts'
import { usageError } from './exit-codes.ts'
import { DEFAULT_SERVER } from './default-server.ts'

/** The CLI's own config file: `{ "server": "https://…" }`. Tokens are never in it. */
const configFile = (): string => join(envPaths(brand.cli, { suffix: '' }).config, 'cli.json')

/**
 * The server's address: the option, GUILDHALL_SERVER_URL, the config file, the default. Answered without a final slash.
 * Errors: CliError (usage) when it is no http(s) address.
 */
export const serverAddress = (option: string | undefined): string => {
  const [address, origin] = option
    ? [option, '--server']
    : process.env['GUILDHALL_SERVER_URL']
      ? [process.env['GUILDHALL_SERVER_URL'], 'GUILDHALL_SERVER_URL']
      : [configuredServer() ?? DEFAULT_SERVER, `"server" in ${configFile()}`]
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw usageError(`${origin} must be an address like https://guildhall.example.org; it was "${address}".`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Later commands use this server unless they name another. */
export const keepServer = (address: string): void => {
  mkdirSync(dirname(configFile()), { recursive: true })
  writeFileSync(configFile(), `${JSON.stringify({ server: address }, null, 2)}\n`)
}

const configuredServer = (): string | undefined => {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(configFile(), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw usageError(`The config file ${configFile()} cannot be used: it must hold one JSON object.`, { cause: error })
  }
  const server = (content as { server?: unknown } | null)?.server
  return typeof server === 'string' ? server : undefined
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isUnencrypted, serverAddressOf } from '../shared/rules/server-address.ts'
import { CliError, exitCode, usageError } from './exit-codes.ts'
import { DEFAULT_SERVER } from './default-server.ts'
import { cliFolder } from './folders.ts'
import { say } from './output/printer.ts'
import { canAsk, confirm } from './terminal.ts'

/**
 * The path of the CLI's own config file: `{ "server": "https://…", "insecureServers": […] }`. No token is ever in this
 * file. Null for a user without a home.
 */
export const configFile = (): string | null => {
  const folder = cliFolder('config')
  return folder === null ? null : join(folder, 'cli.json')
}

/**
 * The server's address, without a final slash: from the option, GUILDHALL_SERVER_URL, the config file or the default.
 * Errors: CliError (usage) when the address is not http(s).
 */
export const serverAddress = (option: string | undefined): string => {
  const [address, origin] = option
    ? [option, '--server']
    : process.env['GUILDHALL_SERVER_URL']
      ? [process.env['GUILDHALL_SERVER_URL'], 'GUILDHALL_SERVER_URL']
      : [readConfig().server ?? DEFAULT_SERVER, `"server" in ${configFile()}`]
  const read = serverAddressOf(address)
  if (read === null)
    throw usageError(`${origin} must be an address like https://guildhall.example.org; it was "${address}".`)
  return read
}

/** Keeps the address as the server that later commands use unless they name another. */
export const keepServer = (address: string): void => writeConfig({ ...readConfig(), server: address })

/**
 * Passes when passwords and tokens may go to the server: over TLS, to this computer, or when the person accepts that
 * others can read them on the way (an option, a setting, or an answer that is then saved). Errors: CliError.
 */
export const requirePrivateWay = async (address: string, isKnown: boolean | undefined): Promise<void> => {
  if (!isUnencrypted(new URL(address)) || isKnown || process.env['GUILDHALL_INSECURE_HTTP'] === '1') return
  const config = readConfig()
  if (config.insecureServers.includes(address)) return
  const danger = `${address} is not encrypted: whoever is on the way there can read your password and your session`
  if (!canAsk())
    throw usageError(`${danger}. Use https, or say that you know it with --insecure-http (GUILDHALL_INSECURE_HTTP=1).`)
  if (!(await confirm(`${danger}. Go on, now and later?`))) throw new CliError('Cancelled.', exitCode.failed)
  writeConfig({ ...config, insecureServers: [...config.insecureServers, address] })
}

type CliConfig = { server?: string; insecureServers: string[] }

/** Writes the config file, or says why it cannot: the command itself does not need it. */
const writeConfig = (config: CliConfig): void => {
  const { insecureServers, ...rest } = config
  const content = { ...rest, ...(insecureServers.length > 0 && { insecureServers }) }
  const file = configFile()
  const warn = (reason: string) =>
    say(`The server's address could not be kept (${reason}): name it each time, by --server or GUILDHALL_SERVER_URL.`)
  if (file === null) return warn('HOME is not set')
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
  } catch (error) {
    warn(`${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

const readConfig = (): CliConfig => {
  const file = configFile()
  if (file === null) return { insecureServers: [] }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { insecureServers: [] }
    const reason = code === undefined ? 'it must hold one JSON object' : `it cannot be read (${code})`
    throw usageError(`The config file ${file} cannot be used: ${reason}.`, { cause: error })
  }
  const { server, insecureServers } = (content ?? {}) as { server?: unknown; insecureServers?: unknown }
  const isText = (value: unknown): value is string => typeof value === 'string'
  return {
    ...(isText(server) && { server }),
    insecureServers: Array.isArray(insecureServers) ? insecureServers.filter(isText) : [],
  }
}

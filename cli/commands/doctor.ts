import axios from 'axios'
import { apiBase } from '../../shared/api-client/index.ts'
import { brand } from '../../shared/brand.ts'
import { capabilityNames } from '../../shared/contract/index.ts'
import { health, type Health } from '../../shared/contract/system.ts'
import { type GlobalOptions, tokenFromEnvironment } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { keychainTokenStore } from '../keychain.ts'
import { printable } from '../output/printable.ts'
import { printJson, printLine } from '../output/printer.ts'
import { requirePrivateWay, serverAddress } from '../settings.ts'
import { readVersion } from '../version.ts'

const WAIT_MS = 10_000
/** A clock that is further off makes tokens and codes fail. */
const CLOCK_SECONDS = 60

type Check = {
  name: 'server' | 'version' | 'capabilities' | 'mail' | 'clock' | 'keychain'
  isFine: boolean
  says: string
}

const ask = (url: string) => axios.get<unknown>(url, { timeout: WAIT_MS, validateStatus: () => true, maxRedirects: 0 })
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

const mailCheck = ({ mail }: Health): Check => ({
  name: 'mail',
  isFine: mail !== 'none',
  says:
    mail === 'none'
      ? 'The server can send no mail, so nobody can register: set GUILDHALL_SMTP_URL on the server.'
      : mail === 'local'
        ? 'Mails stay in the server’s own mailbox at /_mail.'
        : mail === 'smtp'
          ? 'Mails leave by the server’s mail server.'
          : 'The server does not say where its mails go.',
})

const clockCheck = (date: unknown): Check => {
  const off = Math.round((Date.now() - Date.parse(String(date))) / 1000)
  const isFine = Math.abs(off) <= CLOCK_SECONDS
  const side = off > 0 ? 'ahead of' : 'behind'
  return {
    name: 'clock',
    isFine,
    says: Number.isNaN(off)
      ? 'The server does not say what time it is.'
      : isFine
        ? 'This computer and the server have the same time.'
        : `This computer is ${Math.abs(off)} seconds ${side} the server: set one of the clocks.`,
  }
}

const capabilityCheck = async (server: string): Promise<Check> => {
  const answer = await ask(`${apiBase(server)}/capabilities`)
  const listed = (answer.data as { data?: unknown } | null)?.data
  if (answer.status === 404)
    return {
      name: 'capabilities',
      isFine: true,
      says: 'The server is of the first release: newer commands do not work with it.',
    }
  if (!Array.isArray(listed))
    return {
      name: 'capabilities',
      isFine: false,
      says: `The server does not say what it can do (status ${answer.status}).`,
    }
  const missing = capabilityNames.filter((name) => !listed.includes(name))
  return {
    name: 'capabilities',
    isFine: true,
    says:
      missing.length === 0
        ? 'The server can do all that this program knows.'
        : `The server cannot do: ${missing.join(', ')}.`,
  }
}

const keychainCheck = async (server: string): Promise<Check> => {
  if (tokenFromEnvironment())
    return { name: 'keychain', isFine: true, says: 'GUILDHALL_TOKEN is used in place of the keychain.' }
  try {
    const kept = await keychainTokenStore(server).read()
    return {
      name: 'keychain',
      isFine: true,
      says: kept
        ? 'The keychain has a session for this server.'
        : `The keychain works; sign in with: ${brand.cli} login`,
    }
  } catch (error) {
    return { name: 'keychain', isFine: false, says: reasonOf(error) + '.' }
  }
}

const serverChecks = async (server: string): Promise<Check[]> => {
  const answer = await ask(server.replace(/\/+$/, '') + health.path)
  const parsed = health.response.safeParse(answer.data)
  if (!parsed.success)
    return [
      {
        name: 'server',
        isFine: false,
        says: `${server} answers (status ${answer.status}), but not as a server of ours.`,
      },
    ]
  const { status, version, database } = parsed.data
  const own = readVersion()
  const isSame = version.split('.')[0] === own.split('.')[0]
  return [
    {
      name: 'server',
      isFine: status === 'ok',
      says:
        status === 'ok'
          ? `${server} answers.`
          : `${server} answers, but its database is ${database}: look into its log.`,
    },
    {
      name: 'version',
      isFine: isSame,
      says: isSame
        ? `The server is ${version}, this program ${own}.`
        : `The server is ${version}, this program ${own}: update the older one.`,
    },
    await capabilityCheck(server),
    mailCheck(parsed.data),
    clockCheck(answer.headers['date']),
  ]
}

/** Checks all that a command needs, and says for each what is wrong and what to do. Errors: CliError (1) when one fails. */
export const examine = async (options: GlobalOptions): Promise<void> => {
  const server = serverAddress(options.server)
  await requirePrivateWay(server, options.insecureHttp)
  const checks = await serverChecks(server).catch((error: unknown): Check[] => [
    {
      name: 'server',
      isFine: false,
      says: `${server} does not answer (${reasonOf(error)}): is it running, and is the address right?`,
    },
  ])
  checks.push(await keychainCheck(server))
  const failed = checks.filter(({ isFine }) => !isFine).length
  if (options.json) printJson({ server, checks })
  else
    for (const { name, isFine, says } of checks)
      printLine(`${isFine ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)}  ${printable(says)}`)
  if (failed > 0) throw new CliError(failed === 1 ? 'One check has failed.' : `${failed} checks have failed.`)
}

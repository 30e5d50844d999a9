import { askHealth } from '#shared/api-client/axios-transport.ts'
import { isApiError } from '#shared/api-client/api-error.ts'
import { brand } from '#shared/brand.ts'
import type { Health } from '#shared/contract/system.ts'
import { type GlobalOptions, openConnection, type Session, tokenFromEnvironment } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { keychainTokenStore } from '../keychain.ts'
import { printable } from '../output/printable.ts'
import { printJson, printLine } from '../output/printer.ts'
import { readVersion } from '../version.ts'

/** A clock that is further off makes tokens and codes fail. */
const CLOCK_SECONDS = 60

type Check = {
  name: 'server' | 'version' | 'capabilities' | 'mail' | 'clock' | 'keychain'
  isFine: boolean
  says: string
}

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

const clockCheck = (date: Date | null): Check => {
  const off = date === null ? Number.NaN : Math.round((Date.now() - date.getTime()) / 1000)
  const isFine = !(Math.abs(off) > CLOCK_SECONDS)
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

const capabilityCheck = async ({ api }: Session): Promise<Check> => {
  const name = 'capabilities'
  try {
    const { data } = await api.capabilities.list({})
    const { capabilityNames } = await import('#shared/contract/index.ts')
    const missing = capabilityNames.filter((one) => !data.includes(one))
    const all = 'The server can do all that this program knows.'
    return { name, isFine: true, says: missing.length === 0 ? all : `The server cannot do: ${missing.join(', ')}.` }
  } catch (error) {
    const isOfRelease1 = isApiError(error) && error.status === 404
    return {
      name,
      isFine: isOfRelease1,
      says: isOfRelease1
        ? 'The server is of the first release: newer commands do not work with it.'
        : `The server does not say what it can do (${reasonOf(error)}).`,
    }
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

const serverChecks = async (session: Session): Promise<Check[]> => {
  const { server } = session
  const { status: answered, health, date } = await askHealth(server)
  if (!health)
    return [
      { name: 'server', isFine: false, says: `${server} answers (status ${answered}), but not as a server of ours.` },
    ]
  const { status, version, database } = health
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
    await capabilityCheck(session),
    mailCheck(health),
    clockCheck(date),
  ]
}

/** Checks all that a command needs, and says for each what is wrong and what to do. Errors: CliError (1) when one fails. */
export const examine = async (options: GlobalOptions): Promise<void> => {
  const session = await openConnection(options, { isKept: false })
  const { server } = session
  const checks = await serverChecks(session).catch((error: unknown): Check[] => [
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

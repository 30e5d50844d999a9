import {
  type Api,
  apiBase,
  axiosTransport,
  createClient,
  memoryTokenStore,
  type TokenStore,
  withSession,
} from '../shared/api-client/index.ts'
import { brand } from '../shared/brand.ts'
import { CliError, exitCode } from './exit-codes.ts'
import { keychainTokenStore } from './keychain.ts'
import { requirePrivateWay, serverAddress } from './settings.ts'

/** What every command can be told. */
export type GlobalOptions = { server?: string; json?: boolean; color?: boolean; insecureHttp?: boolean }

export type Session = { server: string; store: TokenStore; api: Api }

const connect = (server: string, store: TokenStore): Session => ({
  server,
  store,
  // A refused session is forgotten at once: there is no screen on which to read why.
  api: createClient(
    withSession(axiosTransport({ baseURL: () => apiBase(server) }), { store, logoutDelayMs: 0 }),
    undefined,
    (said) => process.stderr.write(`${said}\n`),
  ),
})

/** For signing in and out: the session is kept in the keychain, or with `isKept: false` only for this run. */
export const openConnection = async (
  { server, insecureHttp }: GlobalOptions,
  { isKept }: { isKept: boolean },
): Promise<Session> => {
  const address = serverAddress(server)
  await requirePrivateWay(address, insecureHttp)
  return connect(address, isKept ? keychainTokenStore(address) : memoryTokenStore())
}

/** For every other command: GUILDHALL_TOKEN, else the keychain. Errors: CliError (not signed in) when neither has a session. */
export const openSession = async ({ server, insecureHttp }: GlobalOptions): Promise<Session> => {
  const address = serverAddress(server)
  await requirePrivateWay(address, insecureHttp)
  const accessToken = process.env['GUILDHALL_TOKEN']?.trim()
  // A script's token cannot be refreshed, and nothing of it is kept.
  if (accessToken) return connect(address, memoryTokenStore({ accessToken, refreshToken: '', userID: '' }))
  const store = keychainTokenStore(address)
  if (!(await store.read()))
    throw new CliError(`You are not signed in to ${address}. Sign in with: ${brand.cli} login`, exitCode.notSignedIn)
  return connect(address, store)
}

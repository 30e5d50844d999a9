import {
  type Api,
  apiBase,
  axiosTransport,
  createClient,
  type Exchange,
  memoryTokenStore,
  type TokenStore,
  type Transport,
  withSession,
} from '../shared/api-client/index.ts'
import { streamTransport } from '../shared/api-client/stream-transport.ts'
import { brand } from '../shared/brand.ts'
import { agentOf } from '../shared/rules/program-name.ts'
import { CliError, exitCode } from './exit-codes.ts'
import { keychainTokenStore } from './keychain.ts'
import { say } from './output/printer.ts'
import { requirePrivateWay, serverAddress } from './settings.ts'

/** The options that every command has. */
export type GlobalOptions = {
  server?: string
  json?: boolean
  color?: boolean
  insecureHttp?: boolean
  quiet?: boolean
  debug?: boolean
}

/** `send` makes single calls of the contract, the stream of changes among them. */
export type Session = { server: string; store: TokenStore; api: Api; send: Transport }

/** The access token that a script passes on; every command but login and logout uses it instead of the keychain. */
export const tokenFromEnvironment = (): string | undefined => process.env['GUILDHALL_TOKEN']?.trim() || undefined

const connect = (server: string, store: TokenStore, { debug }: GlobalOptions): Session => {
  const wholeAnswers = axiosTransport({
    baseURL: () => apiBase(server),
    headers: { 'user-agent': agentOf('cli', process.platform) },
    ...(debug && { onExchange: sayExchange }),
  })
  const stream = streamTransport({ serverOrigin: () => server, fetch })
  const transport: Transport = (call, endpoint, how) =>
    (endpoint.transfer === 'stream' ? stream : wholeAnswers)(call, endpoint, how)
  // A session that the server refused is forgotten at once; the app waits first, so that a person can read why.
  const session = withSession(transport, { store, logoutDelayMs: 0 })
  return { server, store, api: createClient(session, undefined, say), send: session }
}

const sayExchange = ({ method, url, status, milliseconds, requestId, contentType, reason }: Exchange): void => {
  const answer = status === 0 ? `no answer: ${reason ?? ''}` : `${status} ${contentType ?? ''}`
  const request = requestId === undefined ? '' : `, request ${requestId}`
  say(`debug: ${method} ${url}: ${answer}, ${milliseconds} ms${request}`)
}

/** A connection to sign in or out over. The session is kept in the keychain, or with `isKept: false` only for this run. */
export const openConnection = async (options: GlobalOptions, { isKept }: { isKept: boolean }): Promise<Session> => {
  const address = serverAddress(options.server)
  await requirePrivateWay(address, options.insecureHttp)
  return connect(address, isKept ? keychainTokenStore(address) : memoryTokenStore(), options)
}

/**
 * The session for every other command: from GUILDHALL_TOKEN, else from the keychain. Errors: CliError (not signed in)
 * when neither has one.
 */
export const openSession = async (options: GlobalOptions): Promise<Session> => {
  const address = serverAddress(options.server)
  await requirePrivateWay(address, options.insecureHttp)
  const accessToken = tokenFromEnvironment()
  // A script's token cannot be refreshed and is not stored.
  if (accessToken) return connect(address, memoryTokenStore({ accessToken, refreshToken: '', userID: '' }), options)
  const store = keychainTokenStore(address)
  if (!(await store.read()))
    throw new CliError(`You are not signed in to ${address}. Sign in with: ${brand.cli} login`, exitCode.notSignedIn)
  return connect(address, store, options)
}

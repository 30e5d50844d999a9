import { createChanges } from '../shared/api-client/changes.ts'
import type { Api } from '../shared/api-client/client-call.ts'
import { createClient } from '../shared/api-client/client-by-noun.ts'
import { memoryTokenStore, sessionOver, type TokenStore } from '../shared/api-client/session-rules.ts'
import type { Transport } from '../shared/api-client/transport.ts'
import { apiBase, type Exchange } from '../shared/api-client/wire.ts'
import { brand } from '../shared/brand.ts'
import { agentOf } from '../shared/rules/program-name.ts'
import { unquoted } from '../shared/rules/server-address.ts'
import { CliError, exitCode } from './exit-codes.ts'
import { nodeTransport } from './node-transport.ts'
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
export const tokenFromEnvironment = (): string | undefined =>
  unquoted(process.env['GUILDHALL_TOKEN'] ?? '').replace(/^Bearer\s+/i, '') || undefined

/** Variables that name a proxy, in the spellings that programs read. */
const PROXY = /^(?:https?|all)_proxy$/i
const hasProxy = (): boolean => Object.entries(process.env).some(([name, value]) => PROXY.test(name) && value)

/** Each way to send a call is loaded when it is needed: most commands make one call and end. */
const connect = (server: string, store: TokenStore, { debug }: GlobalOptions): Session => {
  const options = {
    baseURL: () => apiBase(server),
    headers: { 'user-agent': agentOf('cli', process.platform) },
    ...(debug && { onExchange: sayExchange }),
  }
  const plain = nodeTransport(options)
  const transport: Transport = async (call, endpoint, how) => {
    if (endpoint.transfer === 'stream') {
      const { streamTransport } = await import('../shared/api-client/stream-transport.ts')
      return streamTransport({ serverOrigin: () => server, fetch })(call, endpoint, how)
    }
    if (endpoint.transfer === undefined && !hasProxy()) return plain(call, endpoint, how)
    const { axiosTransport } = await import('../shared/api-client/axios-transport.ts')
    return axiosTransport(options)(call, endpoint, how)
  }
  // A session that the server refused is forgotten at once; the app waits first, so that a person can read why.
  const session = sessionOver(createChanges().over(transport), signInCalls, { store, logoutDelayMs: 0 })
  return { server, store, api: createClient(session, { onLeftOut: say, beforeSchemas }), send: session }
}

/* Schemas are built once a request has left, since building them takes longer than the answer. */
const beforeSchemas = async () => (await import('./zod-jitless.ts')).checkWithoutCompiling()
const signInCalls = async () => {
  await beforeSchemas()
  return (await import('../shared/api-client/sign-in-calls.ts')).signInCalls
}

const sayExchange = ({ method, url, status, milliseconds, requestId, contentType, reason }: Exchange): void => {
  const answer = status === 0 ? `no answer: ${reason ?? ''}` : `${status} ${contentType ?? ''}`
  const request = requestId === undefined ? '' : `, request ${requestId}`
  say(`debug: ${method} ${url}: ${answer}, ${milliseconds} ms${request}`)
}

const keychainOf = async (address: string): Promise<TokenStore> =>
  (await import('./keychain.ts')).keychainTokenStore(address)

/** A connection to sign in or out over. The session is kept in the keychain, or with `isKept: false` only for this run. */
export const openConnection = async (options: GlobalOptions, { isKept }: { isKept: boolean }): Promise<Session> => {
  const address = serverAddress(options.server)
  await requirePrivateWay(address, options.insecureHttp)
  return connect(address, isKept ? await keychainOf(address) : memoryTokenStore(), options)
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
  const store = await keychainOf(address)
  if (!(await store.read()))
    throw new CliError(`You are not signed in to ${address}. Sign in with: ${brand.cli} login`, exitCode.notSignedIn)
  return connect(address, store, options)
}

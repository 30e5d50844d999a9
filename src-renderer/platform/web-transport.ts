import { axiosTransport } from '#shared/api-client/axios-transport.ts'
import { createChanges } from '#shared/api-client/changes.ts'
import type { SessionOptions } from '#shared/api-client/session-rules.ts'
import { withSession } from '#shared/api-client/session.ts'
import type { DownloadedFile, SavedFile, Transport } from '#shared/api-client/transport.ts'
import { apiBase, fillPath } from '#shared/api-client/wire.ts'
import { localData } from '../lib/browser-storage.ts'
import { takeAskedAhead } from './asked-ahead.ts'
import { saveInBrowser } from './save-in-browser.ts'

/** The stream of changes, whose code is loaded with the first use: only people who are signed in follow changes. */
const stream =
  (serverOrigin: () => string): Transport =>
  async (...call) => {
    const { streamTransport } = await import('#shared/api-client/stream-transport.ts')
    return streamTransport({ serverOrigin, fetch: (url, init) => fetch(url, init) })(...call)
  }

/** When any tab has made or heard of a change. */
export const changes = createChanges({
  read: () => Number(localData.get('changedAt') ?? 0),
  write: (at) => localData.set('changedAt', String(at)),
})
/** A page of another origin may say only what every release of the server lets it say. */
const askingForChanges =
  (http: Transport, serverOrigin: () => string): Transport =>
  (...call) =>
    (serverOrigin() === location.origin ? changes.over(http) : http)(...call)

/** HTTP; of the first calls of a visit the page's head may have made some already. */
const askedAheadOr =
  (http: Transport, serverOrigin: () => string): Transport =>
  async (call, endpoint, options = {}) => {
    const isPlain = endpoint.method === 'GET' && Object.keys(call.input.query ?? {}).length === 0
    const data =
      isPlain &&
      (await takeAskedAhead(apiBase(serverOrigin()) + fillPath(endpoint.path, call.input.params), options.bearer))
    return data ? { ok: true, status: 200, data } : http(call, endpoint, options)
  }

/** HTTP with a session in front of it. Downloads go where the browser keeps them. `serverOrigin` is called for each call. */
export const webTransport = ({
  serverOrigin,
  ...session
}: SessionOptions & { serverOrigin: () => string }): Transport => {
  const plain = axiosTransport({ baseURL: () => apiBase(serverOrigin()) })
  const http = askingForChanges(askedAheadOr(plain, serverOrigin), serverOrigin)
  const follow = stream(serverOrigin)
  const send = withSession(
    (call, endpoint, options) => (endpoint.transfer === 'stream' ? follow : http)(call, endpoint, options),
    session,
  )
  return async (call, endpoint, options = {}) => {
    const reply = await send(call, endpoint, options)
    if (endpoint.transfer !== 'download' || !reply.ok) return reply
    saveInBrowser((reply.data as DownloadedFile).bytes, options.saveAs ?? 'file')
    return { ...reply, data: { isSaved: true } satisfies SavedFile }
  }
}

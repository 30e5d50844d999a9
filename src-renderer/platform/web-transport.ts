import { apiBase, axiosTransport } from '../../shared/api-client/axios-transport.ts'
import { type SessionOptions, withSession } from '../../shared/api-client/session.ts'
import type { DownloadedFile, SavedFile, Transport } from '../../shared/api-client/transport.ts'
import { saveInBrowser } from './save-in-browser.ts'

/** HTTP with a session in front of it. Downloads go where the browser keeps them. `serverOrigin` is called for each call. */
export const webTransport = ({
  serverOrigin,
  ...session
}: SessionOptions & { serverOrigin: () => string }): Transport => {
  const send = withSession(axiosTransport({ baseURL: () => apiBase(serverOrigin()) }), session)
  return async (call, endpoint, options = {}) => {
    const reply = await send(call, endpoint, options)
    if (endpoint.transfer !== 'download' || !reply.ok) return reply
    saveInBrowser((reply.data as DownloadedFile).bytes, options.saveAs ?? 'file')
    return { ...reply, data: { isSaved: true } satisfies SavedFile }
  }
}

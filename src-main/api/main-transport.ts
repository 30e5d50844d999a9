import { apiBase, axiosTransport, type Transport } from '#shared/api-client/index.ts'
import { streamTransport } from '#shared/api-client/stream-transport.ts'
import { agentOf } from '#shared/rules/program-name.ts'

/** HTTP of the main process, still without a session: the stream of changes by fetch, every other call by axios. */
export const mainTransport = (serverOrigin: () => string): Transport => {
  const http = axiosTransport({
    baseURL: () => apiBase(serverOrigin()),
    headers: { 'user-agent': agentOf('desktop', process.platform) },
  })
  const follow = streamTransport({ serverOrigin, fetch: (url, init) => fetch(url, init) })
  return (call, endpoint, options) => (endpoint.transfer === 'stream' ? follow : http)(call, endpoint, options)
}

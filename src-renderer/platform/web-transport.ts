import { apiBase, axiosTransport } from '../../shared/api-client/axios-transport.ts'
import { type SessionOptions, withSession } from '../../shared/api-client/session.ts'
import type { Transport } from '../../shared/api-client/transport.ts'

/** HTTP with a session in front of it. `serverOrigin` is asked at each call. */
export const webTransport = ({
  serverOrigin,
  ...session
}: SessionOptions & { serverOrigin: () => string }): Transport =>
  withSession(axiosTransport({ baseURL: () => apiBase(serverOrigin()) }), session)

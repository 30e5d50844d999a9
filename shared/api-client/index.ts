export { ApiError, isApiError, isUnreachable } from './api-error.ts'
export { apiBase, axiosTransport } from './axios-transport.ts'
export { createClient, type Api } from './create-client.ts'
export {
  LOGOUT_DELAY_MS,
  memoryTokenStore,
  withSession,
  type SessionEvent,
  type TokenStore,
  type Tokens,
} from './session.ts'
export { failedReply, type Call, type Reply, type Transport } from './transport.ts'

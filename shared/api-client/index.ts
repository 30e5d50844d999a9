export { ApiError, isApiError, isUnreachable } from './api-error.ts'
export { apiBase, axiosTransport, type Exchange } from './axios-transport.ts'
export { createClient, type Api } from './create-client.ts'
export type { LiveEvent } from './follow-events.ts'
export {
  LOGOUT_DELAY_MS,
  memoryTokenStore,
  withSession,
  type SessionEvent,
  type TokenStore,
  type Tokens,
} from './session.ts'
export {
  failedReply,
  type Call,
  type DownloadedFile,
  type Progress,
  type Reply,
  type SavedFile,
  type Transport,
} from './transport.ts'

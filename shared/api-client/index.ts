export { ApiError, isApiError, isUnreachable } from './api-error.ts'
export { axiosTransport } from './axios-transport.ts'
export { type Api } from './client-call.ts'
export { createClient } from './create-client.ts'
export type { LiveEvent } from './follow-events.ts'
export { withSession } from './session.ts'
export { LOGOUT_DELAY_MS, memoryTokenStore, type SessionEvent, type TokenStore, type Tokens } from './session-rules.ts'
export {
  failedReply,
  type Call,
  type DownloadedFile,
  type Progress,
  type Reply,
  type SavedFile,
  type Transport,
} from './transport.ts'
export { apiBase, type Exchange } from './wire.ts'

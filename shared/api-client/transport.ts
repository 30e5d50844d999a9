import type { EndpointDef } from '../contract/index.ts'
import type { FailedReply } from './api-error.ts'

export type CallInput = { params?: unknown; query?: unknown; body?: unknown }
/** One call as plain data: what crosses IPC. No URL and no token. */
export type Call = { operation: string; input: CallInput }
export type Reply = { ok: true; status: number; data: unknown } | FailedReply
export type SendOptions = { signal?: AbortSignal | undefined; bearer?: string | undefined }
/** Carries one call to the server and answers an envelope; it never throws. */
export type Transport = (call: Call, endpoint: EndpointDef, options?: SendOptions) => Promise<Reply>

export const failedReply = (status: number, code: string, message = ''): FailedReply => ({
  ok: false,
  status,
  error: { code, message },
})

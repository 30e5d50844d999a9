import type { EndpointDef } from '../contract/index.ts'
import type { FailedReply } from './api-error.ts'

export type CallInput = { params?: unknown; query?: unknown; body?: unknown }
/** One call as plain data: what crosses IPC. No URL and no token. */
export type Call = { operation: string; input: CallInput }
export type Reply = { ok: true; status: number; data: unknown } | FailedReply
/** How far a transfer is, in bytes. `total` is 0 while nobody knows it. */
export type Progress = { loaded: number; total: number }
export type SendOptions = {
  signal?: AbortSignal | undefined
  bearer?: string | undefined
  /** What an upload carries. */
  file?: File | undefined
  /** The name a download is to be saved under. */
  saveAs?: string | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}
/** Carries one call to the server and answers an envelope; it never throws. */
export type Transport = (call: Call, endpoint: EndpointDef, options?: SendOptions) => Promise<Reply>

/** What a download answers over bare HTTP. Where there is a person, the platform saves it and answers SavedFile. */
export type DownloadedFile = { bytes: Uint8Array<ArrayBuffer> }
/** `isSaved` is false when the person was asked where to and chose nothing. */
export type SavedFile = { isSaved: boolean }

export const failedReply = (status: number, code: string, message = ''): FailedReply => ({
  ok: false,
  status,
  error: { code, message },
})

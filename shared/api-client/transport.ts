import type { Outline } from '../contract/index.ts'
import type { FailedReply } from './api-error.ts'

export type CallInput = { params?: unknown; query?: unknown; body?: unknown }
/** One call as plain data, as it crosses IPC: without a URL and without a token. */
export type Call = { operation: string; input: CallInput }
export type Reply = { ok: true; status: number; data: unknown } | FailedReply
/** How far a transfer is, in bytes. `total` is 0 while nobody knows it. */
export type Progress = { loaded: number; total: number }
export type SendOptions = {
  signal?: AbortSignal | undefined
  bearer?: string | undefined
  /** How many milliseconds ago this program has changed something, or heard of a change. */
  changedAgo?: number | undefined
  /** The file that an upload sends. */
  file?: File | undefined
  /** The name to save a download under. */
  saveAs?: string | undefined
  onProgress?: ((progress: Progress) => void) | undefined
  /**
   * Called once the request has left this program: work done here does not delay the answer. Optional for transports.
   */
  onSent?: (() => void) | undefined
}
/** Carries one call to the server and answers an envelope; it never throws. */
export type Transport = (call: Call, endpoint: Outline, options?: SendOptions) => Promise<Reply>

/**
 * What a download answers over bare HTTP. In programs with a person in front, the platform saves the file and answers
 * SavedFile.
 */
export type DownloadedFile = { bytes: Uint8Array<ArrayBuffer> }
/** `isSaved` is false when the person was asked for a place and chose none. */
export type SavedFile = { isSaved: boolean }

export const failedReply = (status: number, code: string, message = ''): FailedReply => ({
  ok: false,
  status,
  error: { code, message },
})

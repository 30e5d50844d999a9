import type { z } from 'zod'
import type { ApiContract, Contract, EndpointDef, Outline } from '../contract/index.ts'
import { ApiError, type FailedReply } from './api-error.ts'
import type { ReadAnswer } from './read-answer.ts'
import { type Call, failedReply, type Progress, type SavedFile, type SendOptions, type Transport } from './transport.ts'

type InputPart<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.input<S> }
  : object
/** What a call takes: `params`, `query` and `body`, as the contract declares them. */
export type Input<E> = InputPart<E, 'params'> & InputPart<E, 'query'> & InputPart<E, 'body'>
/** What a call answers: the whole body, envelope included. */
export type Output<E extends EndpointDef> = z.output<E['response']>
export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The failure text for this use of the call, when the call serves several purposes. */
  failure?: EndpointDef['failure'] | undefined
}
/** For a call that carries a file: to the server, or from the server to the person's disk. */
type TransferOptions = CallOptions & { onProgress?: ((progress: Progress) => void) | undefined }
export type UploadOptions = TransferOptions & { file: File }
export type DownloadOptions = TransferOptions & {
  /** The name to save the file under, as the server lists it. */
  saveAs: string
}
type ClientCall<E extends EndpointDef> = E extends { readonly transfer: 'upload' }
  ? (input: Input<E>, options: UploadOptions) => Promise<Output<E>>
  : E extends { readonly transfer: 'download' }
    ? (input: Input<E>, options: DownloadOptions) => Promise<SavedFile>
    : (input: Input<E>, options?: CallOptions) => Promise<Output<E>>
export type Client<C extends Contract> = {
  readonly [G in keyof C]: {
    // A stream is no call with one answer: a follower of changes reads it piece by piece.
    readonly [K in keyof C[G] as C[G][K] extends { readonly transfer: 'stream' } ? never : K]: ClientCall<C[G][K]>
  }
}
export type Api = Client<ApiContract>

/** `onError` is called for every failure, `onLeftOut` when a list has lost rows that cannot be read. */
export type Hooks = {
  onError?: ((error: ApiError, endpoint: Outline) => void) | undefined
  onLeftOut?: ((said: string) => void) | undefined
}
type UntypedCall = (input: Call['input'], options?: CallOptions & SendOptions) => Promise<unknown>

/**
 * Makes one call over a transport. `reader` provides what reads the answer, and is called as soon as the request has
 * left. Errors: ApiError, also for an answer that does not fit the contract (code BAD_ANSWER).
 */
export const callOf = (
  send: Transport,
  onError: Hooks['onError'],
  { operation, outline, reader }: { operation: string; outline: Outline; reader: () => Promise<ReadAnswer> },
): UntypedCall => {
  return async (input, options = {}) => {
    const { failure: texts = outline.failure, ...how } = options
    const reply = await send({ operation, input }, outline, how)
    const fail = (failure: FailedReply): never => {
      const error = new ApiError(operation, { ...outline, failure: texts }, failure)
      onError?.(error, outline)
      throw error
    }
    if (!reply.ok) return fail(reply)
    // A download's answer comes from the platform, which saved the file, so the contract's schema does not apply.
    if (outline.transfer === 'download') return reply.data
    const body = (await reader())(reply.data)
    return body.success
      ? body.data
      : fail(failedReply(0, 'BAD_ANSWER', 'The server sent an answer we do not understand.'))
  }
}

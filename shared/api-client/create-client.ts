import type { z } from 'zod'
import { type Contract, contract, type EndpointDef } from '../contract/index.ts'
import { ApiError, type FailedReply } from './api-error.ts'
import { type LeftOut, tolerantReader, type TolerantReader } from './as-read.ts'
import { normaliseBody } from './normalise.ts'
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
  /** What a person reads when this use of the call fails, where the call serves several purposes. */
  failure?: EndpointDef['failure'] | undefined
}
/** A file on its way: to the server, or from it to where the person keeps files. */
type TransferOptions = CallOptions & { onProgress?: ((progress: Progress) => void) | undefined }
export type UploadOptions = TransferOptions & { file: File }
export type DownloadOptions = TransferOptions & {
  /** The name to save it under, as the server lists it. */
  saveAs: string
}
type ClientCall<E extends EndpointDef> = E extends { readonly transfer: 'upload' }
  ? (input: Input<E>, options: UploadOptions) => Promise<Output<E>>
  : E extends { readonly transfer: 'download' }
    ? (input: Input<E>, options: DownloadOptions) => Promise<SavedFile>
    : (input: Input<E>, options?: CallOptions) => Promise<Output<E>>
export type Client<C extends Contract> = {
  readonly [G in keyof C]: { readonly [K in keyof C[G]]: ClientCall<C[G][K]> }
}
export type Api = Client<typeof contract>

/** For a log: which call's list lost rows, and why. What the rows hold may be private and is not said. */
const leftOutText = (operation: string, leftOut: readonly LeftOut[]): string =>
  `${operation}: ${leftOut.length} unreadable ${leftOut.length === 1 ? 'row' : 'rows'} left out. ${leftOut[0]?.why ?? ''}`

/**
 * The typed client over a transport, the same object in the renderer, the desktop's main process, the CLI and tests.
 * Errors: every failure is an ApiError; an answer that does not fit the contract is one too (code BAD_ANSWER). `onLeftOut` is
 * told of rows that a list has lost because they cannot be read.
 */
export const createClient = (
  send: Transport,
  onError?: (error: ApiError, endpoint: EndpointDef) => void,
  onLeftOut?: (said: string) => void,
): Api => {
  const callOne = (operation: string, endpoint: EndpointDef) => {
    let reader: TolerantReader | undefined
    /** As the contract has it; what does not fit is read as another host may mean it, row by row. */
    const read = (answer: unknown) => {
      const body = normaliseBody(endpoint, answer)
      const exact = endpoint.response.safeParse(body)
      if (exact.success) return exact
      reader ??= tolerantReader(endpoint.response)
      reader.leftOut.length = 0
      const tolerant = reader.schema.safeParse(body)
      if (tolerant.success && reader.leftOut.length > 0) onLeftOut?.(leftOutText(operation, reader.leftOut))
      return tolerant
    }
    return async (input: Call['input'], options: CallOptions & SendOptions = {}) => {
      const { failure: texts = endpoint.failure, ...how } = options
      const reply = await send({ operation, input }, endpoint, how)
      const fail = (failure: FailedReply): never => {
        const error = new ApiError(operation, { ...endpoint, failure: texts }, failure)
        onError?.(error, endpoint)
        throw error
      }
      if (!reply.ok) return fail(reply)
      // Not the server's words but the platform's: what became of the file.
      if (endpoint.transfer === 'download') return reply.data
      const body = read(reply.data)
      return body.success
        ? body.data
        : fail(failedReply(0, 'BAD_ANSWER', 'The server sent an answer we do not understand.'))
    }
  }
  return Object.fromEntries(
    Object.entries(contract as Contract).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls).map(([name, endpoint]) => [name, callOne(`${group}.${name}`, endpoint)]),
      ),
    ]),
  ) as unknown as Api
}

import type { Api } from '#shared/api-client/client-call.ts'
import type { ApiContract, OperationName } from '#shared/contract/index.ts'
import { api } from '../lib/api.ts'

// Only types are imported from the contract, because the sign-in screens are painted without its schemas.

type Part<From, O extends OperationName> = O extends `${infer Group}.${infer Name}`
  ? Group extends keyof From
    ? Name extends keyof From[Group]
      ? From[Group][Name]
      : never
    : never
  : never
type CallOf<O extends OperationName> = Extract<Part<Api, O>, (...given: never[]) => unknown>
type ByMethod<O extends OperationName> = O extends OperationName
  ? Part<ApiContract, O> extends { method: 'GET' }
    ? 'get'
    : 'other'
  : never
type OperationOf<Kind> = { [O in OperationName]: ByMethod<O> extends Kind ? O : never }[OperationName]

/** The input of a call: `params`, `query` and `body`, as the contract declares them. */
export type InputOf<O extends OperationName> = O extends OperationName ? Parameters<CallOf<O>>[0] : never
/** The options of a call beside its input: a signal, a file. */
export type OptionsOf<O extends OperationName> = O extends OperationName ? NonNullable<Parameters<CallOf<O>>[1]> : never
/** The answer of a call: the whole body, with its envelope. */
export type AnswerOf<O extends OperationName> = O extends OperationName ? Awaited<ReturnType<CallOf<O>>> : never

type Download = 'files.download' | 'files.downloadOfTask' | 'imports.download' | 'ownData.downloadExport'

/** Each call that reads, but downloads and the stream of changes: those do not go into the cache. */
export type ReadOperation = Exclude<OperationOf<'get'>, Download | 'events.stream'>
/** Each call that is no GET, and the downloads, which write a file on this device. */
export type WritingOperation = OperationOf<'other'> | Download
/** The calls that only read, though they send a body. */
export type AskingOperation =
  | 'auth.codeMail'
  | 'auth.registrationOfLink'
  | 'auth.verifyResetToken'
  | 'reports.ofLink'
  | 'waitlist.validateInvitation'
  | 'ai.suggestTasks'

type AnyCall = (...given: unknown[]) => Promise<unknown>

/** Makes the call with that name. Errors: ApiError. */
export const call = <O extends OperationName>(
  operation: O,
  input: InputOf<O>,
  options?: OptionsOf<O>,
): Promise<AnswerOf<O>> => {
  const [group = '', name = ''] = operation.split('.')
  const calls = api as unknown as Record<string, Record<string, AnyCall>>
  return calls[group]?.[name]?.(input, ...(options ? [options] : [])) as Promise<AnswerOf<O>>
}

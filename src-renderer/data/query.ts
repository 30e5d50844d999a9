import type { DataTag, UseQueryOptions } from '@tanstack/react-query'
import {
  type AnswerOf,
  type AskingOperation,
  call,
  type InputOf,
  type OptionsOf,
  type ReadOperation,
} from './operations.ts'

type Asked = ReadOperation | AskingOperation
/** A query's name in the cache. An input that names less than another stands for all that have this much in common. */
type Key<O extends Asked> = readonly [operation: O, input: InputOf<O>]
type Options<O extends Asked, Data> = UseQueryOptions<AnswerOf<O>, Error, Data, Key<O>>
export type QueryOf<O extends Asked, Data = AnswerOf<O>> = Options<O, Data> & {
  queryKey: DataTag<Key<O>, AnswerOf<O>, Error>
}

/**
 * The options of a query that makes a call of the contract. Its key is the operation and the input, and the cache holds the whole
 * answer; what a screen wants of it is for `select`. A query that nobody waits for any more is aborted.
 */
export const query = <O extends Asked, Data = AnswerOf<O>>(
  operation: O,
  input: InputOf<O>,
  options: Omit<Options<O, Data>, 'queryKey'> = {},
): QueryOf<O, Data> =>
  ({
    queryFn: ({ signal }: { signal: AbortSignal }) => call(operation, input, { signal } as OptionsOf<O>),
    ...options,
    queryKey: [operation, input],
  }) as unknown as QueryOf<O, Data>

/** Every query of that call, whatever its input. */
export const everyInput = (operation: Asked) => ({ queryKey: [operation] }) as const

/** What most queries select: an answer without its envelope. */
export const dataOf = <Data>({ data }: { data: Data }): Data => data

/** An answer that holds other data; one that is not there stays so. */
export const withData = <Answer extends { data: unknown }>(
  answer: Answer | undefined,
  change: (data: Answer['data']) => Answer['data'],
): Answer | undefined => answer && { ...answer, data: change(answer.data) }

import type { DataTag, UseQueryOptions } from '@tanstack/react-query'
import {
  type AnswerOf,
  type AskingOperation,
  call,
  type InputOf,
  type OptionsOf,
  type ReadOperation,
} from './operations.ts'

type QueryOperation = ReadOperation | AskingOperation
/** A query's key in the cache. A shorter input matches every key whose input contains it. */
type Key<O extends QueryOperation> = readonly [operation: O, input: InputOf<O>]
type Options<O extends QueryOperation, Data> = UseQueryOptions<AnswerOf<O>, Error, Data, Key<O>>
export type QueryOf<O extends QueryOperation, Data = AnswerOf<O>> = Options<O, Data> & {
  queryKey: DataTag<Key<O>, AnswerOf<O>, Error>
}

/**
 * The options of a query that makes a call of the contract. The key is the operation and the input, and the cache holds
 * the whole answer; a screen takes its part with `select`. A query is aborted when nobody waits for it any more.
 */
export const query = <O extends QueryOperation, Data = AnswerOf<O>>(
  operation: O,
  input: InputOf<O>,
  options: Omit<Options<O, Data>, 'queryKey'> = {},
): QueryOf<O, Data> =>
  ({
    queryFn: ({ signal }: { signal: AbortSignal }) => call(operation, input, { signal } as OptionsOf<O>),
    ...options,
    queryKey: [operation, input],
  }) as unknown as QueryOf<O, Data>

/** The filter that matches every query of that call, whatever its input. */
export const everyInput = (operation: QueryOperation) => ({ queryKey: [operation] }) as const

/** Takes the data out of an answer; most queries select with it. */
export const dataOf = <Data>({ data }: { data: Data }): Data => data

/** The answer with changed data; undefined stays undefined. */
export const withData = <Answer extends { data: unknown }>(
  answer: Answer | undefined,
  change: (data: Answer['data']) => Answer['data'],
): Answer | undefined => answer && { ...answer, data: change(answer.data) }

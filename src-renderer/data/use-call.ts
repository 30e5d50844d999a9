import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useWrite, type WriteOptions } from '../lib/use-write.ts'
import { staleKeys, type Subject, subjectOf } from './effects.ts'
import { type AnswerOf, call, type InputOf, type OptionsOf, type WritingOperation } from './operations.ts'

/** Whether what is on the screen and has gone stale is read anew at once (`active`), or at the next look (`none`). */
type Refetch = 'active' | 'none'

/** Makes stale what the write changes (`effects.ts`). Resolves when that which is on the screen has been read anew. */
export const markStale = async (
  client: QueryClient,
  operation: WritingOperation,
  subject: Subject,
  refetchType: Refetch = 'active',
): Promise<void> => {
  await Promise.all(
    staleKeys(operation, subject).map((queryKey) => client.invalidateQueries({ queryKey, refetchType })),
  )
}

type CallUse<O extends WritingOperation, Given, Context> = Omit<
  WriteOptions<AnswerOf<O>, Given, Context>,
  'mutationFn'
> & {
  /** What the call takes, made of what the press gives. Throws when nothing may be sent. */
  input: (given: Given) => InputOf<O>
  /** What the call takes beside its input, such as the name to save a file under. */
  options?: (given: Given) => OptionsOf<O>
  /** Makes an answer of a failure that means that the act is done; throws what is none. */
  rescue?: (error: Error) => AnswerOf<O>
  /** Failures that say that what the screen shows is out of date: what a success makes stale goes stale after them too. */
  isStaleAfter?: (error: Error) => boolean
  /** `none` where the screen shows a success already, or is being left after it; `active` unless said, and after a failure. */
  refetch?: Refetch | ((given: Given) => Refetch)
  /** The act goes on until the screen has been read anew. */
  isReloadAwaited?: true
}

/**
 * A call of the contract that changes something, for a control that may be pressed twice (lib/use-write.ts). When it has succeeded,
 * and the caller has written what it knows of the result into the cache, the reads that it changes go stale (`effects.ts`).
 */
export const useCall = <O extends WritingOperation, Given = void, Context = unknown>(
  /** The call, or which one it is for what the press gives. */
  operation: O | ((given: Given) => O),
  {
    input,
    options,
    rescue,
    isStaleAfter = () => false,
    refetch = 'active',
    isReloadAwaited,
    onSuccess,
    onError,
    ...rest
  }: CallUse<O, Given, Context>,
) => {
  const client = useQueryClient()
  const which = (given: Given): O => (typeof operation === 'function' ? operation(given) : operation)
  const refetchAfter = (given: Given): Refetch => (typeof refetch === 'function' ? refetch(given) : refetch)
  const reload = (given: Given, how: Refetch, answer?: AnswerOf<O>): Promise<void> | undefined => {
    const name = which(given)
    const reloaded = markStale(client, name, subjectOf(name, input(given), answer), how)
    return isReloadAwaited && reloaded
  }
  return useWrite<AnswerOf<O>, Given, Context>({
    ...rest,
    mutationFn: async (given) => {
      try {
        return await call(which(given), input(given), options?.(given))
      } catch (error) {
        if (!rescue || !(error instanceof Error)) throw error
        return rescue(error)
      }
    },
    onSuccess: async (answer, given, ...more) => {
      await onSuccess?.(answer, given, ...more)
      await reload(given, refetchAfter(given), answer)
    },
    onError: async (error, given, ...more) => {
      await onError?.(error, given, ...more)
      if (isStaleAfter(error)) await reload(given, 'active')
    },
  })
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { withIdentity } from '../lib/identity.ts'
import { useWrite, type WriteOptions } from '../lib/use-write.ts'
import type { Subject } from './effects.ts'
import { type AnswerOf, call, type InputOf, type OptionsOf, type WritingOperation } from './operations.ts'

/** The lists of what goes stale come with the code that makes calls: the sign-in screens are painted without both. */
const loadEffects = () => import('./effects.ts')
type Effects = Awaited<ReturnType<typeof loadEffects>>

/** When stale answers that are on the screen are read again: at once (`active`), or at the next look (`none`). */
type Refetch = 'active' | 'none'

const invalidate = (client: QueryClient, keys: ReturnType<Effects['staleKeys']>, refetchType: Refetch) =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, refetchType })))

/** Makes stale what the write changes (`effects.ts`). Resolves when the answers on the screen have been read again. */
export const markStale = async (
  client: QueryClient,
  operation: WritingOperation,
  subject: Subject,
  refetchType: Refetch = 'active',
): Promise<void> => {
  const { staleKeys } = await loadEffects()
  await invalidate(client, staleKeys(operation, subject), refetchType)
}

type CallUse<O extends WritingOperation, Given, Context> = Omit<
  WriteOptions<AnswerOf<O>, Given, Context>,
  'mutationFn'
> & {
  /** Makes the call's input of the press. Throws when nothing may be sent. */
  input: (given: Given) => InputOf<O>
  /** The call's options beside its input, such as the name to save a file under. */
  options?: (given: Given) => OptionsOf<O>
  /** Makes an answer of a failure that means that the act is done; throws any other failure. */
  rescue?: (error: Error) => AnswerOf<O>
  /** Whether a failure says that the screen is out of date; then the same answers go stale as after a success. */
  isStaleAfter?: (error: Error) => boolean
  /**
   * Use `none` where the screen shows the success already, or is left after it. The default, and after a failure:
   * `active`.
   */
  refetch?: Refetch | ((given: Given) => Refetch)
  /** The mutation stays pending until the screen has been read again. */
  isReloadAwaited?: true
}

/**
 * Makes a call of the contract that changes something, for a control that may be pressed twice (lib/use-write.ts).
 * After a success, `onSuccess` first writes the result into the cache; then the reads that the call changes go stale
 * (`effects.ts`).
 */
export const useCall = <O extends WritingOperation, Given = void, Context = unknown>(
  /** The name of the call, or a function that chooses it by the press. */
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
  /** Resolves when the reads are stale; with `isReloadAwaited` when they have been read again. */
  const reload = async (given: Given, how: Refetch, answer?: AnswerOf<O>): Promise<void> => {
    const name = which(given)
    const sent = input(given)
    const { staleKeys, subjectOf } = await loadEffects()
    const reloaded = invalidate(client, staleKeys(name, subjectOf(name, sent, answer)), how)
    if (isReloadAwaited) await reloaded
  }
  return useWrite<AnswerOf<O>, Given, Context>({
    ...rest,
    mutationFn: async (given) => {
      try {
        const sent = input(given)
        return await withIdentity(sent, () => call(which(given), sent, options?.(given)))
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

import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

export type WriteOptions<Data, Input, Context> = UseMutationOptions<Data, Error, Input, Context> & {
  /** What makes two presses the same act, where one hook serves many rows; without it every act is the same. */
  sameWhen?: (input: Input) => string
}

/**
 * A call that changes something, for a control that may be pressed twice. While an act goes on the same act is not begun
 * again: two presses of one frame both come before React has drawn the first as pending, so `isPending` alone, or a
 * disabled button, lets both through. Whoever awaits the second gets what the first brings.
 */
export const useWrite = <Data, Input = void, Context = unknown>({
  sameWhen = () => '',
  ...options
}: WriteOptions<Data, Input, Context>): UseMutationResult<Data, Error, Input, Context> => {
  const mutation = useMutation(options)
  const flights = useRef(new Map<string, Promise<Data>>())
  const { mutateAsync: send } = mutation
  const mutateAsync: typeof send = (...given) => {
    // Without an input there is one act only; the type then lets the call have no arguments at all.
    const key = sameWhen(given[0] as Input)
    const current = flights.current.get(key)
    if (current) return current
    const flight = send(...given)
    flights.current.set(key, flight)
    const done = () => flights.current.delete(key)
    flight.then(done, done)
    return flight
  }
  const mutate: typeof mutation.mutate = (...given) => void mutateAsync(...given).catch(() => undefined)
  return { ...mutation, mutate, mutateAsync }
}

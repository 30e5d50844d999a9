import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

export type WriteOptions<Data, Input, Context> = UseMutationOptions<Data, Error, Input, Context> & {
  /**
   * Two presses with the same key are the same act, where one hook serves many rows; by default all presses are the
   * same act.
   */
  sameWhen?: (input: Input) => string
}

/**
 * A call that changes something, for a control that may be pressed twice. A second press starts nothing while the first
 * is pending, and resolves with the first one's result. `isPending` or a disabled button would not do: both presses of
 * one frame come before React has drawn the first as pending.
 */
export const useWrite = <Data, Input = void, Context = unknown>({
  sameWhen = () => '',
  ...options
}: WriteOptions<Data, Input, Context>): UseMutationResult<Data, Error, Input, Context> => {
  const mutation = useMutation(options)
  const flights = useRef(new Map<string, Promise<Data>>())
  const { mutateAsync: send } = mutation
  const mutateAsync: typeof send = (...given) => {
    // Without an input there is only one act; the type then allows a call without arguments.
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

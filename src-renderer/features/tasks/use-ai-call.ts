import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** A call that may take long: it can be cancelled, and is when the screen that made it goes. */
export const useAiCall = <Input, Output>(call: (input: Input, signal: AbortSignal) => Promise<Output>) => {
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (input: Input) => {
      controller.current?.abort()
      controller.current = new AbortController()
      return call(input, controller.current.signal)
    },
  })
  return {
    mutate: mutation.mutate,
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    cancel: () => {
      // First forgotten, then ended: a call that the person has cancelled has no failure to tell of.
      mutation.reset()
      controller.current?.abort()
    },
  }
}

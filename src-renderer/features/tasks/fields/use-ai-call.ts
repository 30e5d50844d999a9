import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** A call that may take long. It can be cancelled, and is cancelled when its screen goes. */
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
      // The mutation is reset before the call is aborted, so that a cancelled call shows no error.
      mutation.reset()
      controller.current?.abort()
    },
  }
}

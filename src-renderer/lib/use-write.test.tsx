import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useWrite } from './use-write.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** A call that waits until the test answers it. */
const heldCall = () => {
  const answers: Array<{ resolve: (value: string) => void; reject: (error: Error) => void }> = []
  const call = vi.fn(
    (_input: string) => new Promise<string>((resolve, reject) => void answers.push({ resolve, reject })),
  )
  return { call, answers }
}

test('[COL-55] two presses within one frame send one call, and its answer reaches the first press', async () => {
  const { call, answers } = heldCall()
  const { result } = renderHook(() => useWrite({ mutationFn: call }), { wrapper })
  const heard = vi.fn()
  await act(async () => {
    result.current.mutate('a', { onSuccess: () => void heard('first') })
    result.current.mutate('a', { onSuccess: () => void heard('second') })
  })
  expect(call).toHaveBeenCalledTimes(1)
  await act(async () => answers[0]?.resolve('done'))
  expect(heard.mock.calls).toEqual([['first']])
  // A press after the answer sends a new call.
  await act(async () => result.current.mutate('b'))
  expect(call).toHaveBeenCalledTimes(2)
})

test("[COL-55] awaiting the second press gives the first press's answer", async () => {
  const { call, answers } = heldCall()
  const { result } = renderHook(() => useWrite({ mutationFn: call }), { wrapper })
  let both: Promise<string[]> | undefined
  await act(async () => {
    both = Promise.all([result.current.mutateAsync('a'), result.current.mutateAsync('a')])
  })
  await act(async () => answers[0]?.resolve('done'))
  expect(await both).toEqual(['done', 'done'])
  expect(call).toHaveBeenCalledTimes(1)
})

test('[COL-55] after a failure the same control sends again', async () => {
  const { call, answers } = heldCall()
  const { result } = renderHook(() => useWrite({ mutationFn: call }), { wrapper })
  await act(async () => result.current.mutate('a'))
  await act(async () => answers[0]?.reject(new Error('no')))
  // React draws the error a moment after the call has failed.
  await waitFor(() => expect(result.current.isError).toBe(true))
  await act(async () => result.current.mutate('a'))
  expect(call).toHaveBeenCalledTimes(2)
})

test("[COL-55] rows that share a hook do not wait for each other, and each row's call is sent once", async () => {
  const { call } = heldCall()
  const { result } = renderHook(() => useWrite({ mutationFn: call, sameWhen: (id) => id }), { wrapper })
  await act(async () => {
    for (const id of ['one', 'other', 'one', 'other']) result.current.mutate(id)
  })
  expect(call.mock.calls.map(([id]) => id)).toEqual(['one', 'other'])
})

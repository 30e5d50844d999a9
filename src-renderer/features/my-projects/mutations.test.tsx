import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { host } from '#support/fake-platform.ts'
import { useAnswerRequest } from './mutations.ts'

afterEach(() => {
  cleanup()
  host.reset()
  vi.restoreAllMocks()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

test.each([
  ['missing', undefined],
  ['without a project', { id: '01890000-0000-7000-8000-000000000001' }],
])('[MYP-31] answering a request that is %s sends nothing and logs why', async (_what, request) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { result } = renderHook(() => useAnswerRequest(), { wrapper })
  act(() => result.current.mutate({ request, accept: true }))
  await waitFor(() => expect(result.current.isError).toBe(true))
  await host.quiet()
  expect(host.calls).toEqual([])
  expect(log.mock.calls[0]?.[0]).toBe('Unable to find project information for this request')
})

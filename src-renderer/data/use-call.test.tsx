import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { queryClient } from '../lib/query-client.ts'
import { membersQuery } from './memberships.ts'
import { dataOf, query, withData } from './query.ts'
import { useCall } from './use-call.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  host.reset()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const uuid = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ours, theirs, person] = [uuid(1), uuid(2), uuid(3)]
const keyOfMembers = (id: string) => membersQuery(id).queryKey
const isStale = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated

const serveMembers = () => {
  for (const id of [ours, theirs]) queryClient.setQueryData(keyOfMembers(id), { data: [] })
  host.on('memberships.members', ok({ data: [] }))
  host.on('memberships.setRole', ok({ data: { userID: person, projectID: ours, role: 'admin' } }))
}
type Options = { refetch?: 'none'; isReloadAwaited?: true }
const setRole = (options: Options = {}) =>
  renderHook(
    () => ({
      shown: useQuery({ ...membersQuery(ours), staleTime: 60_000 }),
      set: useCall('memberships.setRole', {
        input: (role: 'admin' | 'member') => ({ params: { id: ours, userId: person }, body: { role } }),
        isStaleAfter: () => true,
        ...options,
      }),
    }),
    { wrapper },
  )

test('a call sends its input, and reads on the screen that it changes are made again, for its project only', async () => {
  serveMembers()
  const { result } = setRole({ isReloadAwaited: true })
  await act(() => result.current.set.mutateAsync('admin'))
  const input = { params: { id: ours, userId: person }, body: { role: 'admin' } }
  expect(host.called('memberships.setRole')).toEqual([{ operation: 'memberships.setRole', input }])
  // The act has waited for the shown members of its project; the other project's members were not read.
  expect(host.called('memberships.members').map(({ input }) => input)).toEqual([{ params: { id: ours } }])
  expect(isStale(keyOfMembers(theirs))).toBe(false)
})

test('two presses within one frame send one call', async () => {
  serveMembers()
  const { result } = setRole({ refetch: 'none' })
  await act(async () => {
    result.current.set.mutate('admin')
    await result.current.set.mutateAsync('admin')
  })
  expect(host.called('memberships.setRole')).toHaveLength(1)
})

test("with refetch 'none' stale answers are read at the next look", async () => {
  serveMembers()
  const { result } = setRole({ refetch: 'none' })
  await act(() => result.current.set.mutateAsync('admin'))
  await waitFor(() => expect(isStale(keyOfMembers(ours))).toBe(true))
  await host.quiet()
  expect(host.called('memberships.members')).toEqual([])
})

test('a failure that says that the screen is out of date makes the same reads stale as a success', async () => {
  serveMembers()
  host.on('memberships.setRole', failedReply(409, 'CONFLICT', 'They left.'))
  const { result } = setRole({ isReloadAwaited: true })
  await act(() => result.current.set.mutateAsync('admin').catch(() => undefined))
  expect(host.called('memberships.members')).toHaveLength(1)
})

test('a failure that is rescued counts as a success; when making the input fails, nothing is sent', async () => {
  host.on('files.remove', failedReply(404, 'NOT_FOUND', 'No such file.'))
  const done = vi.fn()
  const { result } = renderHook(
    () =>
      useCall('files.remove', {
        input: (fileId: string) => {
          if (!fileId) throw new Error('Which file?')
          return { params: { id: ours, fileId } }
        },
        rescue: () => ({ message: '' }),
        onSuccess: done,
      }),
    { wrapper },
  )
  await act(() => result.current.mutateAsync(uuid(9)))
  expect(done).toHaveBeenCalledTimes(1)
  host.calls.length = 0
  await act(() => result.current.mutateAsync('').catch(() => undefined))
  expect(host.calls).toEqual([])
})

test('a query keeps the whole answer under its operation and input, and selects from it', async () => {
  serveMembers()
  host.on('memberships.members', ok({ data: [], message: 'There are more.' }))
  queryClient.clear()
  const input = { params: { id: ours } }
  const { result } = renderHook(() => useQuery(query('memberships.members', input, { select: dataOf })), { wrapper })
  await waitFor(() => expect(result.current.data).toEqual([]))
  const key = ['memberships.members', input]
  expect(queryClient.getQueryData(key)).toEqual({ data: [], message: 'There are more.' })
  expect(withData({ data: 1, message: 'kept' }, (data) => data + 1)).toEqual({ data: 2, message: 'kept' })
})

test('a query is aborted when nobody waits for it any more', async () => {
  let signal: AbortSignal | undefined
  host.on('memberships.members', (_call, how) => {
    signal = how.signal
    return new Promise(() => undefined)
  })
  const { unmount } = renderHook(() => useQuery(membersQuery(ours)), { wrapper })
  await waitFor(() => expect(signal).toBeDefined())
  unmount()
  expect(signal?.aborted).toBe(true)
})

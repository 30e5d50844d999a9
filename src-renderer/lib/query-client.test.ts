import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('calls are made even without a network, because a server on this computer answers', async () => {
  onlineManager.setOnline(false)
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('answer'))
  await expect(queryClient.fetchQuery({ queryKey: ['a'], queryFn })).resolves.toBe('answer')
  const save = new MutationObserver(queryClient, { mutationFn: () => Promise.resolve('saved') })
  await expect(save.mutate()).resolves.toBe('saved')
})

test('when the network is back, old answers on the screen are read again', async () => {
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('answer'))
  const observer = new QueryObserver(queryClient, { queryKey: ['b'], queryFn, staleTime: 0 })
  const stop = observer.subscribe(() => undefined)
  queryClient.mount()
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1))
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  stop()
  queryClient.unmount()
})

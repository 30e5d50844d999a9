import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { host } from '#support/fake-platform.ts'
import { localData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'
import { useCapability } from './capabilities.ts'

afterEach(() => {
  cleanup()
  host.reset()
  localStorage.clear()
  queryClient.clear()
})

const Live = () => <p>{useCapability('live', true) ? 'live' : 'not live'}</p>
const drawn = () => {
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Live />
    </QueryClientProvider>,
  )
  return container.textContent
}

test('where the server’s origin is known at once, the first drawing has what that server could do at the last visit', () => {
  host.isOriginKnown = true
  localData.set('capabilities', 'http://server.test live')
  expect(drawn()).toBe('live')
})

test('what another server could do at the last visit does not count', () => {
  host.isOriginKnown = true
  localData.set('capabilities', 'http://elsewhere.test live')
  expect(drawn()).toBe('not live')
})

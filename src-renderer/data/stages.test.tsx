import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { queryClient } from '#lib/query-client.ts'
import { stagesQuery, useStages } from './stages.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  host.reset()
})

const projectID = '01890000-0000-7000-8000-000000000001'
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('a screen is not drawn again because the same stages are read again, and is where they differ', async () => {
  const stage = { id: 1, name: 'QA', status: 3, limit: null }
  host.on('capabilities.list', ok({ data: ['stages'] }))
  host.on('stages.list', () => ok({ data: { stages: [{ ...stage }], version: 1 } }))
  let renders = 0
  const { result } = renderHook(
    () => {
      renders += 1
      return useStages(projectID)
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current.stages).toEqual([stage]))
  const [drawn, before] = [renders, result.current.stages]
  const readAgain = () => act(() => queryClient.refetchQueries({ queryKey: stagesQuery(projectID, true).queryKey }))
  await readAgain()
  expect(host.called('stages.list')).toHaveLength(2)
  expect(renders).toBe(drawn)
  host.on('stages.list', ok({ data: { stages: [{ ...stage, name: 'Trial' }], version: 2 } }))
  await readAgain()
  await waitFor(() => expect(result.current.stages[0]?.name).toBe('Trial'))
  expect(renders).toBe(drawn + 1)
  expect(before[0]?.name).toBe('QA')
})

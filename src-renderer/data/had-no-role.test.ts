import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/api-client/api-error.ts'
import { useHadNoRole } from './had-no-role.ts'

const errorOf = (status: number) =>
  new ApiError(
    'projects.userDetails',
    { failure: { text: 'Failed', prefer: 'fixed' } },
    {
      ok: false,
      status,
      error: { code: 'INTERNAL', message: '' },
    },
  )

/** What the hook says of a first failure, and while the role is asked for again. */
const answers = (status: number) => {
  const failed = { data: undefined as unknown, error: errorOf(status) as unknown, errorUpdateCount: 1 }
  const { result, rerender } = renderHook(useHadNoRole, { initialProps: failed })
  const first = result.current
  rerender({ ...failed, error: null })
  const again = result.current
  rerender({ data: { roleInProject: 1 }, error: null, errorUpdateCount: 1 })
  return [first, again, result.current]
}

test('[GUEST-12] a refusal and a lost network leave somebody without a role, also while it is asked for again', () => {
  for (const status of [403, 404, 0]) expect(answers(status)).toEqual([true, true, false])
})

test('[GUEST-12] a server that fails says nothing about the role, so a member is not shown the page of a guest', () => {
  for (const status of [500, 503]) expect(answers(status)).toEqual([false, false, false])
})

test('[GUEST-12] a guest whose server fails for a moment stays one', () => {
  const refused = { data: undefined, error: errorOf(404) as unknown, errorUpdateCount: 1 }
  const { result, rerender } = renderHook(useHadNoRole, { initialProps: refused })
  rerender({ ...refused, error: errorOf(503), errorUpdateCount: 2 })
  expect(result.current).toBe(true)
  rerender({ ...refused, error: null, errorUpdateCount: 2 })
  expect(result.current).toBe(true)
})

test('[GUEST-12] before the first answer nothing is known', () => {
  expect(renderHook(() => useHadNoRole({ data: undefined, error: null, errorUpdateCount: 0 })).result.current).toBe(
    false,
  )
})

import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useKeyOfTry } from './key-of-try.ts'

test('the same content has the same key, also after drawing anew; other content and another form have others', () => {
  const { result, rerender } = renderHook(useKeyOfTry)
  const first = result.current({ title: 'Draw' })
  rerender()
  expect(result.current({ title: 'Draw' })).toBe(first)
  const second = result.current({ title: 'Draw it' })
  expect(second).not.toBe(first)
  const other = renderHook(useKeyOfTry).result.current({ title: 'Draw it' })
  expect(new Set([first, second, other]).size).toBe(3)
})

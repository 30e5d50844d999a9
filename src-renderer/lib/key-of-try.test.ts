import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useKeyOfTry } from './key-of-try.ts'
import { newKey } from './new-key.ts'

afterEach(() => void vi.unstubAllGlobals())

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

test('a page without TLS, where the browser makes no UUIDs, has keys too', () => {
  const secure = globalThis.crypto
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => secure.getRandomValues(bytes) })
  const key = renderHook(useKeyOfTry).result.current({ title: 'Draw' })
  expect([key, newKey()]).toEqual([
    expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    expect.not.stringMatching(key),
  ])
})

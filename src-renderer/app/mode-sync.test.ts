import { expect, test } from 'vitest'
import { MODE_RESYNC_MS, modeOfLanding, resyncDueIn } from './mode-sync.ts'

const NOW = 1_800_000_000_000

test.each([
  ['/owner-dashboard', 'creator'],
  ['/market', 'contributor'],
  ['/my-projects', 'contributor'],
  ['/project/1/dialog', 'contributor'],
] as const)('[NAV-29] landing on %s sets the mode %s', (path, mode) => {
  expect(modeOfLanding(path)).toBe(mode)
})

test('[NAV-30] a path that conflicts with the mode changes it once the last change is more than 5 seconds old', () => {
  expect(MODE_RESYNC_MS).toBe(5000)
  const at = (age: number | null) =>
    resyncDueIn({ pathname: '/my-projects', mode: 'creator', lastChange: age === null ? null : NOW - age, now: NOW })
  expect(at(5001)).toEqual({ mode: 'contributor', inMs: 0 })
  expect(at(5000)).toEqual({ mode: 'contributor', inMs: 1 })
  expect(at(0)).toEqual({ mode: 'contributor', inMs: 5001 })
  expect(at(null)).toEqual({ mode: 'contributor', inMs: 0 })
})

test('[NAV-30] the owner dashboard needs creator mode; other paths fit both modes', () => {
  const at = (pathname: string, mode: 'creator' | 'contributor') =>
    resyncDueIn({ pathname, mode, lastChange: 0, now: NOW })?.mode ?? null
  expect(at('/owner-dashboard', 'contributor')).toBe('creator')
  expect(at('/owner-dashboard', 'creator')).toBeNull()
  expect(at('/my-projects', 'creator')).toBe('contributor')
  for (const path of ['/project/1/dialog', '/market', '/pf/ada', '/inbox']) {
    expect(at(path, 'creator')).toBeNull()
    expect(at(path, 'contributor')).toBeNull()
  }
  expect(at('/talent', 'creator')).toBeNull()
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { duration } from '../ui/look/tokens.ts'
import { theme } from './theme.ts'

test('nothing in the theme takes longer than 200 ms to move', () => {
  const { transitions } = theme
  expect(duration.longest).toBe(200)
  for (const [name, ms] of Object.entries(duration)) expect(ms, name).toBeLessThanOrEqual(200)
  for (const [name, ms] of Object.entries(transitions.duration)) expect(ms, name).toBeLessThanOrEqual(200)
  for (const height of [1, 100, 10_000]) expect(transitions.getAutoHeightDuration(height)).toBeLessThanOrEqual(200)
})

/**
 * Where a screen names a time itself. Skeletons and spinners say that something is under way and are MUI's own; the
 * landing's picture has its times in the tokens (`pictureMotion`) and can be paused.
 */
const times = /(?:transition|animation)\w*: *(['"`])(?:(?!\1).)*?[\d.]+m?s\b/

test('no screen names a time of its own for a transition or an animation: the tokens have them', () => {
  expect(times.test("transition: 'color 120ms'")).toBe(true)
  const named = globSync('src-renderer/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && !file.endsWith('ui/look/tokens.ts') && !file.endsWith('app/theme.ts'))
    .filter((file) => times.test(readFileSync(file, 'utf8')))
  expect(named).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

/** A time that has passed by the clock of the machine: `Date.now() - began`, but not `Date.now() - days * DAY`, which makes a date. */
const elapsed = /\b(?:Date|performance)\.now\(\)\)? - \(?[a-z]\w*\b(?! \*)/

/** The tests that look at such a time, each with the reason why a busy machine does not make it fail. */
const justified: Readonly<Record<string, string>> = {
  'cli/many.test.ts': 'at least so long',
  'server/db/embedded/ownership.test.ts': 'beside a start measured just before',
  'server/files/hanging-store.test.ts': 'at least so long',
  'server/live/fanout.test.ts': 'asked by npm run test:long alone, which has the machine to itself',
  'server/modules/notifications/indexes.test.ts': 'the quickest of nine tries, of which each asks the database once',
  'server/plugins/slow-clients.test.ts': 'at least so long',
  'src-renderer/features/profile/InviteDialog.test.tsx': 'at least so long',
  'src-renderer/features/tasks/task/TaskDialogs.test.tsx': 'at least so long',
  'tests/desktop/live.test.ts': 'before the next attempt was due, which nothing else could tell apart',
  'tests/desktop/session.test.ts': 'at least so long',
  'tests/e2e/session-edges.spec.ts': 'at least so long',
  'tests/start/start.test.ts': 'printed, not asked',
}

test('no test asks how long something took by the clock, which says how busy the machine is', () => {
  const tests = ownFiles().filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !import.meta.filename.endsWith(path))
  const measuring = tests.filter((path) => elapsed.test(readFileSync(path, 'utf8')))
  // CONTRIBUTING.md says what to ask instead.
  expect(measuring.sort()).toEqual(Object.keys(justified).sort())
})

test.each([
  ['expect(performance.now() - began).toBeLessThan(9)', true],
  ['expect((performance.now() - before) / first)', true],
  ['within.push(performance.now() - (sent[0] ?? 0))', true],
  ['new Date(Date.now() - days * 86_400_000)', false],
  ['new Date(Date.now() - 60_000)', false],
])('%s is found: %s', (text, isFound) => {
  expect(elapsed.test(text)).toBe(isFound)
})

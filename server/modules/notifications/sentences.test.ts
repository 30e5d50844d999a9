import { expect, test } from 'vitest'
import { lastSentence } from '#shared/rules/notice-text.ts'
import { recipients } from './recipients.ts'

test('each kind that somebody is told of has a sentence of its own', () => {
  const kinds = Object.entries(recipients).flatMap(([kind, rules]) => rules.map((rule) => rule.as ?? kind))
  expect(kinds.length).toBeGreaterThan(15)
  const nothing = { count: 1, actor: null, project: null, task: null }
  for (const kind of kinds) expect(lastSentence({ kind, ...nothing }), kind).not.toMatch(/^Something new/)
})

import { expect, test } from 'vitest'
import { type EventKind, eventKinds, events } from '#shared/contract/events.ts'
import type { NoticeRule } from '#shared/contract/events/event.ts'
import { lastSentence } from '#shared/rules/notice-text.ts'

test('each kind that somebody is told of has a sentence of its own', () => {
  const rulesOf = (kind: EventKind): readonly NoticeRule[] => events[kind].notices
  const kinds = eventKinds.flatMap((kind) => rulesOf(kind).map((rule) => rule.as ?? kind))
  expect(kinds.length).toBeGreaterThan(15)
  const nothing = { count: 1, actor: null, project: null, task: null }
  for (const kind of kinds) expect(lastSentence({ kind, ...nothing }), kind).not.toMatch(/^Something new/)
})

import { afterEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { memberOf, projectID, taskOf } from '#support/workspace.ts'
import { queryClient } from '../lib/query-client.ts'
import { forgetLive, markChanged } from './live-state.ts'
import { membersQuery } from './memberships.ts'
import { whoChanged } from './who-changed.ts'

afterEach(() => {
  forgetLive()
  queryClient.clear()
})

test('who made a task what it is, is told by the stream for that version alone, else by the history', async () => {
  const member = memberOf(2)
  const newer = { ...taskOf(1), projectID, version: 7 }
  queryClient.setQueryData(membersQuery(projectID).queryKey, { data: [member] })
  const actor = { id: memberOf(3).userID, username: 'lena', name: 'Lena' }
  const event = { kind: 'task.updated', actor, changes: [], round: null }
  const entry = { id: newer.id, createdAt: newer.updatedAt, comment: null, event }
  host.on('comments.feed', ok({ data: [entry], nextCursor: null }))
  markChanged([{ id: newer.id, version: 6, actorID: member.userID }])
  expect(await whoChanged(queryClient, newer)).toBe('Lena')
  markChanged([{ ...newer, actorID: member.userID }])
  expect(await whoChanged(queryClient, newer)).toBe(member.name || member.username)
  expect(host.called('comments.feed')).toHaveLength(1)
})

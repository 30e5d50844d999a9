import { expect, test } from 'vitest'
import { noticeGroups } from '../contract/notifications.ts'
import { noticeGroupText } from './notice-groups.ts'
import { lastSentence, noticeSentence, type ToldNotice } from './notice-text.ts'

const id = '01890000-0000-7000-8000-000000000001'
const about = (kind: string, more: Partial<ToldNotice> = {}): ToldNotice => ({
  kind,
  count: 1,
  actor: { id, username: 'kofi', name: 'Kofi Boateng' },
  project: { id, title: 'Bridge repair' },
  task: /^(task|submission)\./.test(kind) ? { id, taskId: '12', title: 'Draw the plans' } : null,
  ...more,
})

test.each([
  ['request.applied', 'kofi applied to Bridge repair'],
  ['request.approved', 'kofi approved your application to Bridge repair'],
  ['request.rejected', 'kofi rejected your application to Bridge repair'],
  ['request.invited', 'kofi invited you to Bridge repair'],
  ['request.accepted', 'kofi accepted your invitation to Bridge repair'],
  ['request.declined', 'kofi declined your invitation to Bridge repair'],
  ['request.reminded', 'A request in Bridge repair waits for your answer'],
  ['request.waiting', 'A request in Bridge repair still has no answer'],
  ['request.prolonged', 'kofi moved the answer date of your request in Bridge repair'],
  ['request.expired', 'A request in Bridge repair was closed, because nobody answered in time'],
  ['request.closed', 'Your request in Bridge repair was closed, because the project was deleted'],
  ['request.commented', 'kofi wrote about an application to Bridge repair'],
  ['request.mentioned', 'kofi mentioned you on an application to Bridge repair'],
  ['member.role', 'kofi changed your role in Bridge repair'],
  ['member.removed', 'kofi removed you from Bridge repair'],
  ['member.left', 'kofi left Bridge repair'],
  ['task.created', 'kofi assigned you to Draw the plans'],
  ['task.assigned', 'kofi assigned you to Draw the plans'],
  ['task.unassigned', 'kofi took you off Draw the plans'],
  ['task.moved', 'kofi moved Draw the plans'],
  ['task.due', 'Due within 24 hours: Draw the plans'],
  ['task.overdue', 'Overdue: Draw the plans'],
  ['submission.submitted', 'kofi submitted Draw the plans for review'],
  ['submission.accepted', 'kofi accepted your work on Draw the plans'],
  ['submission.changes', 'kofi requested changes to Draw the plans'],
  ['payment.recorded', 'kofi recorded a payment to you in Bridge repair'],
  ['payment.voided', 'kofi voided a payment to you in Bridge repair'],
  ['project.status', 'kofi completed Bridge repair'],
  ['project.archived', 'kofi archived Bridge repair'],
  ['project.deleted', 'kofi deleted Bridge repair'],
  ['creatorApplication.sent', 'kofi applied to become a creator'],
  ['creatorApplication.approved', 'Your creator application was approved'],
  ['creatorApplication.rejected', 'Your creator application was rejected'],
  ['account.passwordChanged', 'Your password was changed'],
])('%s says: %s', (kind, said) => {
  expect(noticeSentence(about(kind))).toBe(said)
  expect(lastSentence(about(kind, { count: 4 }))).toBe(said)
})

test('several events are counted, on the task, the project, or what else it is', () => {
  expect(noticeSentence(about('task.moved', { count: 3 }))).toBe('3 new on Draw the plans')
  expect(noticeSentence(about('request.applied', { count: 2 }))).toBe('2 new on Bridge repair')
  expect(noticeSentence(about('account.passwordChanged', { count: 2, project: null }))).toBe('2 new on your account')
  expect(noticeSentence(about('creatorApplication.sent', { count: 2, project: null }))).toBe(
    '2 new on a creator application',
  )
})

test('who or what is gone has a word of its own, and a kind that is not known says that there is something', () => {
  expect(noticeSentence(about('request.applied', { actor: null, project: null }))).toBe('Somebody applied to a project')
  expect(noticeSentence(about('task.moved', { task: null }))).toBe('kofi moved a task')
  expect(noticeSentence(about('telepathy.received'))).toBe('Something new on Bridge repair')
  expect(noticeSentence(about('telepathy.received', { project: null }))).toBe('Something new on something that is gone')
})

test('each group has a name of its own', () => {
  expect(new Set(noticeGroups.map((group) => noticeGroupText[group].label)).size).toBe(noticeGroups.length)
})

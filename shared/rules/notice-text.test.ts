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
  task: /^(task|submission|proposal|dispute|reward)\./.test(kind)
    ? { id, taskId: '12', title: 'Draw the plans' }
    : null,
  ...more,
})

test.each([
  ['request.applied', 'Kofi Boateng applied to Bridge repair'],
  ['request.approved', 'Kofi Boateng approved your application to Bridge repair'],
  ['request.rejected', 'Kofi Boateng rejected your application to Bridge repair'],
  ['request.invited', 'Kofi Boateng invited you to Bridge repair'],
  ['request.accepted', 'Kofi Boateng accepted your invitation to Bridge repair'],
  ['request.declined', 'Kofi Boateng declined your invitation to Bridge repair'],
  ['request.reminded', 'A request in Bridge repair waits for your answer'],
  ['request.waiting', 'A request in Bridge repair still has no answer'],
  ['request.prolonged', 'Kofi Boateng moved the answer date of your request in Bridge repair'],
  ['request.expired', 'A request in Bridge repair was closed, because nobody answered in time'],
  ['request.closed', 'Your request in Bridge repair was closed, because the project was deleted'],
  ['invitation.ended', 'Your invitation to Bridge repair has ended, because nobody registered with it in time'],
  ['request.commented', 'Kofi Boateng wrote about an application to Bridge repair'],
  ['request.mentioned', 'Kofi Boateng mentioned you on an application to Bridge repair'],
  ['member.role', 'Kofi Boateng changed your role in Bridge repair'],
  ['member.removed', 'Kofi Boateng removed you from Bridge repair'],
  ['member.left', 'Kofi Boateng left Bridge repair'],
  ['task.created', 'Kofi Boateng assigned you to Draw the plans'],
  ['task.assigned', 'Kofi Boateng assigned you to Draw the plans'],
  ['task.unassigned', 'Kofi Boateng took you off Draw the plans'],
  ['task.moved', 'Kofi Boateng moved Draw the plans'],
  ['task.deleted', 'Kofi Boateng deleted Draw the plans'],
  ['task.due', 'Due within 24 hours: Draw the plans'],
  ['task.overdue', 'Overdue: Draw the plans'],
  ['submission.submitted', 'Kofi Boateng submitted Draw the plans for review'],
  ['submission.accepted', 'Kofi Boateng accepted your work on Draw the plans'],
  ['submission.changes', 'Kofi Boateng requested changes to Draw the plans'],
  ['proposal.made', 'Kofi Boateng proposes another amount for Draw the plans'],
  ['proposal.accepted', 'Kofi Boateng agreed to the amount proposed for Draw the plans'],
  ['proposal.refused', 'Kofi Boateng refused the amount proposed for Draw the plans'],
  ['proposal.withdrawn', 'Kofi Boateng withdrew the amount proposed for Draw the plans'],
  ['proposal.expired', 'Nobody answered the amount proposed for Draw the plans'],
  ['dispute.opened', 'Kofi Boateng opened a dispute about Draw the plans'],
  ['dispute.stated', 'Kofi Boateng says what happened in the dispute about Draw the plans'],
  ['dispute.ruled', 'The dispute about Draw the plans is ruled'],
  ['dispute.withdrawn', 'The dispute about Draw the plans was withdrawn'],
  ['dispute.reminded', 'A dispute waits for your ruling'],
  ['report.made', 'A report waits for a decision'],
  ['report.decided', 'Administrators have decided about something of yours'],
  ['report.appealed', 'An appeal waits for a decision'],
  ['reward.due', 'A reward for Draw the plans is owed to you'],
  ['payment.recorded', 'Kofi Boateng recorded a payment to you in Bridge repair'],
  ['payment.voided', 'Kofi Boateng voided a payment to you in Bridge repair'],
  ['payment.missing', 'Kofi Boateng says that nothing of a payment in Bridge repair arrived'],
  ['rating.due', 'A review of your work together in Bridge repair is due'],
  ['rating.revealed', 'You can read a review of your work together in Bridge repair'],
  ['webhook.paused', 'A webhook of Bridge repair is paused: its receiver is gone, or took nothing for a day'],
  ['project.status', 'Kofi Boateng completed Bridge repair'],
  ['project.archived', 'Kofi Boateng archived Bridge repair'],
  ['project.deleted', 'Kofi Boateng deleted Bridge repair'],
  ['waitlist.wanted', 'Kofi Boateng asks you to let somebody in'],
  ['creatorApplication.sent', 'Kofi Boateng applied to become a creator'],
  ['creatorApplication.reminded', 'A creator application waits for its answer'],
  ['creatorApplication.approved', 'Your creator application was approved'],
  ['creatorApplication.rejected', 'Your creator application was rejected'],
  ['account.tierFell', 'Your tier is lower: silver now needs work for 2 creators, and gold for 3. Your points stay'],
  ['account.passwordChanged', 'Your password was changed'],
])('%s says: %s', (kind, said) => {
  expect(noticeSentence(about(kind))).toBe(said)
  expect(lastSentence(about(kind, { count: 4 }))).toBe(said)
})

test('what one act did to many things is one event, which counts them', () => {
  const given = about('tasks.assigned', { count: 3_000, task: null })
  expect(noticeSentence(given)).toBe('Kofi Boateng assigned you 3,000 tasks in Bridge repair')
  const nameless = { actor: { id, username: 'kofi', name: '' } }
  expect(noticeSentence({ ...given, ...nameless, count: 1 })).toBe('kofi assigned you a task in Bridge repair')
})

test('[INBOX-19] a deleted task is named as it was called, and those of an undone import are counted', () => {
  const gone = about('task.deleted', { task: null, deletedTask: 'Draw the plans' })
  expect(noticeSentence(gone)).toBe('Kofi Boateng deleted Draw the plans')
  const undone = about('tasks.deleted', { count: 3_000, task: null })
  expect(noticeSentence(undone)).toBe('Kofi Boateng deleted 3,000 tasks in Bridge repair')
  expect(noticeSentence({ ...undone, count: 2, deletedTask: 'Draw, Paint' })).toBe(
    'Kofi Boateng deleted 2 tasks in Bridge repair: Draw, Paint',
  )
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
  expect(noticeSentence(about('task.moved', { task: null }))).toBe('Kofi Boateng moved a task')
  expect(noticeSentence(about('telepathy.received'))).toBe('Something new on Bridge repair')
  expect(noticeSentence(about('telepathy.received', { project: null }))).toBe('Something new on something that is gone')
})

test('each group has a name of its own', () => {
  expect(new Set(noticeGroups.map((group) => noticeGroupText[group].label)).size).toBe(noticeGroups.length)
})

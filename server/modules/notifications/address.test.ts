import { expect, test } from 'vitest'
import { paths } from '#shared/rules/addresses.ts'
import { addressOf } from './address.ts'
import type { NoticeRow } from './repository.ts'

const [viewer, other, project, task] = ['viewer', 'other', 'project', 'task']
const nothing = {
  is_end: false,
  project_id: null,
  task_id: null,
  request_id: null,
  request_user_id: null,
  request_kind: null,
  request_task_id: null,
  is_outside: false,
  reviews_of: null,
}
const ofRequest = { ...nothing, project_id: project, request_id: 'request' }

test.each<[string, Partial<NoticeRow> & Pick<NoticeRow, 'kind'>, string]>([
  [
    'a request to decide',
    { ...ofRequest, kind: 'request.applied', request_user_id: other, request_kind: 'application' },
    paths.projectTab(project, 'collaborators'),
  ],
  [
    'an answer to one’s own application',
    { ...ofRequest, kind: 'request.approved', request_user_id: viewer, request_kind: 'application' },
    paths.myRequests('sent'),
  ],
  [
    'an answer to one’s own application to a task',
    {
      ...ofRequest,
      kind: 'request.approved',
      request_user_id: viewer,
      request_kind: 'taskApplication',
      request_task_id: task,
    },
    paths.openTask(task),
  ],
  [
    'an invitation to oneself',
    { ...ofRequest, kind: 'request.invited', request_user_id: viewer, request_kind: 'invitation' },
    paths.myInvitations(),
  ],
  [
    'an answer to an invitation that one sent',
    { ...ofRequest, kind: 'request.accepted', request_user_id: other, request_kind: 'invitation' },
    paths.projectTab(project, 'collaborators'),
  ],
  [
    'a task',
    { ...nothing, kind: 'task.assigned', project_id: project, task_id: task, task_number: 12 },
    paths.taskByNumber(project, '12'),
  ],
  ['a payment', { ...nothing, kind: 'payment.recorded', project_id: project }, paths.ledger(project)],
  [
    'a payment to somebody who is no member',
    { ...nothing, kind: 'payment.recorded', project_id: project, is_outside: true },
    paths.earnings(),
  ],
  [
    '[RATE-07] a review that can be read',
    { ...nothing, kind: 'rating.revealed', is_end: true, project_id: project, reviews_of: 'ana' },
    paths.profile('ana'),
  ],
  [
    'a review whose person has left',
    { ...nothing, kind: 'rating.revealed', project_id: project },
    paths.project(project),
  ],
  ['a review to give', { ...nothing, kind: 'rating.due', is_end: true, project_id: project }, paths.work()],
  ['a project', { ...nothing, kind: 'member.role', project_id: project }, paths.project(project)],
  [
    'an archived project, which members still open',
    { ...nothing, kind: 'project.archived', is_end: true, project_id: project },
    paths.project(project),
  ],
  [
    'a deleted task, whose project members still open',
    { ...nothing, kind: 'task.deleted', is_end: true, project_id: project },
    paths.project(project),
  ],
  ['a deleted project', { ...nothing, kind: 'project.deleted', is_end: true, project_id: project }, paths.myProjects()],
  [
    'the end of one’s membership',
    { ...nothing, kind: 'member.removed', is_end: true, project_id: project },
    paths.myProjects(),
  ],
  [
    '[ENTRY-11] a creator application to decide',
    { ...nothing, kind: 'creatorApplication.sent' },
    '/founder/admin?tab=applications',
  ],
  [
    '[ENTRY-11] a creator application that waits',
    { ...nothing, kind: 'creatorApplication.reminded' },
    '/founder/admin?tab=applications',
  ],
  ['[ENTRY-05] an address to let in', { ...nothing, kind: 'waitlist.wanted' }, '/founder/admin'],
  ['[REPORT-14] a report to decide', { ...nothing, kind: 'report.made' }, '/founder/admin?tab=reports'],
  ['a decision about oneself', { ...nothing, kind: 'report.decided' }, paths.reports()],
  ['[REPORT-14] an appeal', { ...nothing, kind: 'report.appealed' }, '/founder/admin?tab=reports'],
  [
    '[DISPUTE-19] a dispute to rule',
    { ...nothing, kind: 'dispute.reminded', thread: 'dispute' },
    '/founder/admin?tab=disputes&dispute=dispute',
  ],
  [
    'the answer to one’s own creator application',
    { ...nothing, kind: 'creatorApplication.approved' },
    paths.creatorApplication(),
  ],
  ['one’s account', { ...nothing, kind: 'account.passwordChanged' }, paths.settings('account')],
  ['a token that one has made', { ...nothing, kind: 'account.tokenMade' }, paths.settings('tokens')],
])('[INBOX-32] a notice of %s leads to where the viewer sees it', (_, row, address) => {
  expect(addressOf(row as NoticeRow, viewer)).toBe(address)
})

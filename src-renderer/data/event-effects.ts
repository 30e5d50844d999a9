import type { LiveKind } from '#shared/contract/events.ts'
import { effects } from './effects.ts'
import type { ReadOperation } from './operations.ts'

const inbox = ['notifications.list', 'notifications.count'] as const

/**
 * The reads that each kind of event makes stale, wherever the change was made: the same as after the call that makes
 * this change, and the inbox where people may open less or more after it. The compiler asks for a row for each kind.
 */
export const eventEffects: Readonly<Record<LiveKind, readonly ReadOperation[]>> = {
  'project.created': effects['projects.create'],
  'project.published': effects['projects.update'],
  'project.changed': effects['projects.update'],
  'project.status': effects['projects.update'],
  'project.archived': [...effects['projects.update'], ...inbox],
  'project.restored': [...effects['projects.update'], ...inbox],
  'project.paused': effects['projects.update'],
  'project.resumed': effects['projects.update'],
  'project.questions': effects['projects.update'],
  'project.labels': effects['labels.remove'],
  'project.templates': effects['templates.update'],
  'project.deleted': [...effects['projects.remove'], ...inbox],

  'request.applied': effects['projects.apply'],
  'request.withdrawn': [...effects['memberships.answer'], ...inbox],
  'request.seen': effects['requests.see'],
  'request.letterChanged': effects['requests.update'],
  'request.approved': effects['memberships.answer'],
  'request.rejected': effects['memberships.answer'],
  'request.reopened': effects['requests.reopen'],
  'request.invited': effects['memberships.invite'],
  'request.accepted': effects['memberships.answer'],
  'request.declined': effects['memberships.answer'],
  'request.reminded': [],
  'request.prolonged': effects['requests.prolong'],
  'request.expired': [...effects['memberships.answer'], ...inbox],

  'member.joined': effects['memberships.answer'],
  'member.role': [...effects['memberships.setRole'], ...inbox],
  'member.removed': [...effects['memberships.remove'], ...inbox],
  'member.left': [...effects['memberships.remove'], ...inbox],

  'task.created': effects['tasks.create'],
  'task.moved': effects['tasks.update'],
  'task.assigned': effects['tasks.update'],
  'task.changed': effects['tasks.update'],
  'task.ordered': effects['tasks.order'],
  'task.deleted': effects['tasks.remove'],
  'task.restored': effects['tasks.restore'],
  // The clock tells of these: the task stays as it is, and its history grows by a line.
  'task.due': ['comments.feed', 'work.get'],
  'task.overdue': ['comments.feed', 'work.get'],

  'submission.submitted': effects['submissions.create'],
  'submission.accepted': effects['submissions.accept'],
  'submission.changes': effects['submissions.changes'],
  'submission.withdrawn': effects['submissions.withdraw'],

  // The frame brings the card's number of comments, so that no board is read for it.
  'comment.added': effects['comments.update'],
  'comment.edited': effects['comments.update'],
  'comment.deleted': effects['comments.update'],

  'payment.recorded': effects['payments.create'],
  'payment.voided': effects['payments.void'],

  'file.uploaded': effects['files.upload'],
  'file.deleted': effects['files.remove'],

  'creatorApplication.sent': effects['creatorApplications.apply'],
  'creatorApplication.approved': effects['creatorApplications.approve'],
  'creatorApplication.rejected': effects['creatorApplications.reject'],

  'waitlist.invited': effects['waitlist.createInvitation'],
  'waitlist.removed': effects['waitlist.remove'],

  // Who signs out elsewhere stays signed in here.
  'account.signedIn': ['account.sessions', ...inbox],
  'account.signedOut': ['account.sessions'],
  'account.passwordChanged': effects['account.changePassword'],
  'account.emailChanged': effects['account.confirmEmail'],
  'account.tokenMade': ['tokens.list', ...inbox],
  'account.tokenRevoked': ['tokens.list'],
  'account.twoStepOn': ['twoStep.state', ...inbox],
  'account.twoStepOff': ['twoStep.state', ...inbox],
  'account.profileChanged': [...effects['users.updateProfile'], 'users.settings', 'people.pictures'],
  'account.exported': ['ownData.export'],
  'account.deletionAsked': ['ownData.deletion'],
  'account.deletionTakenBack': ['ownData.deletion'],
  'account.deleted': [],
  'account.adminGranted': ['users.adminAccess', 'users.isPageAllowed', ...inbox],
  'account.adminRevoked': ['users.adminAccess', 'users.isPageAllowed', ...inbox],

  'account.suspended': [],
  'account.restored': [],
  'account.signedOutByAdministrator': ['account.sessions'],

  'notices.changed': inbox,
}

/** Every read that an event can make stale: what a screen reads again when events were missed. */
export const liveReads: ReadonlySet<ReadOperation> = new Set(Object.values(eventEffects).flat())

import type { OperationName } from './index.ts'

/**
 * What an access token may do, each for itself: `read` reads and changes nothing, `work` does what members do,
 * `manage` what owners and admins of projects do, `admin` the administrators' calls. None gives more than its person may.
 */
export const scopes = ['read', 'work', 'manage', 'admin'] as const
export type Scope = (typeof scopes)[number]

/**
 * The scope that each call asks of an access token. Null: the call takes none, because it is about how the person signs in,
 * or because it asks nobody who they are. A call that members and managers use for different things asks for `work`, and
 * one that decides who belongs to a project for `manage`.
 */
export const scopeOf: Readonly<Record<OperationName, Scope | null>> = {
  'auth.register': null,
  'auth.login': null,
  'auth.secondStep': null,
  'auth.verifyOtp': null,
  'auth.verifyEmailToken': null,
  'auth.resendOtp': null,
  'auth.forgotPassword': null,
  'auth.verifyResetToken': null,
  'auth.resetPassword': null,
  'auth.refreshToken': null,
  'auth.logout': null,

  'account.changePassword': null,
  'account.passwordRules': null,
  'account.changeEmail': null,
  'account.confirmEmail': null,
  'account.takeBackEmail': null,
  'account.sessions': null,
  'account.endSession': null,
  'account.endOtherSessions': null,

  'ownData.askExport': null,
  'ownData.export': null,
  'ownData.downloadExport': null,
  'ownData.deletion': null,
  'ownData.askDeletion': null,
  'ownData.takeBackDeletion': null,

  'tokens.list': null,
  'tokens.create': null,
  'tokens.revoke': null,

  'twoStep.state': null,
  'twoStep.setUp': null,
  'twoStep.confirm': null,
  'twoStep.switchOff': null,
  'twoStep.renewCodes': null,

  'users.profile': 'read',
  'users.details': 'read',
  'users.username': 'read',
  'users.hasActiveProjects': 'read',
  'users.isPageAllowed': 'read',
  'users.adminAccess': 'read',
  'users.projects': 'read',
  'users.requests': 'read',
  'users.request': 'read',
  'users.updateBio': 'work',
  'users.updateProfile': 'work',
  'users.welcome': 'work',
  'users.setPicture': 'work',
  'users.removePicture': 'work',
  'users.settings': 'read',
  'users.updateSettings': 'work',

  // Owners read that of their project.
  'audit.list': 'manage',
  'administration.people': 'admin',
  'administration.suspend': 'admin',
  'administration.restore': 'admin',
  'administration.signOut': 'admin',
  'administration.revokeAdmin': 'admin',
  'waitlist.subscribe': null,
  'waitlist.validateInvitation': null,
  'waitlist.createInvitation': 'admin',
  'waitlist.list': 'admin',

  'work.get': 'read',

  'reputation.lines': 'read',

  'requests.prolong': 'manage',
  'requests.get': 'read',
  'requests.update': 'work',
  'requests.see': 'manage',
  'requests.comments': 'read',
  'requests.comment': 'work',
  'requests.reopen': 'manage',
  'requests.decide': 'manage',
  'requests.setLabel': 'manage',
  'requests.notes': 'read',
  'requests.saveNotes': 'manage',
  'requests.applicant': 'read',

  'projects.openProjects': 'read',
  'projects.owned': 'read',
  'projects.create': 'manage',
  'projects.get': 'read',
  'projects.similar': 'read',
  'projects.userDetails': 'read',
  'projects.apply': 'work',
  'projects.update': 'manage',
  'projects.remove': 'manage',

  'memberships.access': 'read',
  'memberships.invite': 'manage',
  'memberships.answer': 'manage',
  'memberships.answerById': 'manage',
  'memberships.members': 'read',
  'memberships.requests': 'read',
  'memberships.search': 'read',
  'memberships.suggestions': 'read',
  'memberships.setRole': 'manage',
  'memberships.remove': 'work',

  'creatorApplications.checkStatus': 'read',
  'creatorApplications.apply': 'work',
  'creatorApplications.list': 'admin',
  'creatorApplications.get': 'read',
  'creatorApplications.ofUser': 'read',
  'creatorApplications.update': 'admin',
  'creatorApplications.approve': 'admin',
  'creatorApplications.reject': 'admin',

  'people.talents': 'read',
  'people.profileByUsername': 'read',
  'people.search': 'read',
  'people.pictures': 'read',

  'tasks.list': 'read',
  'tasks.active': 'read',
  'tasks.byProject': 'read',
  'tasks.backlog': 'read',
  'tasks.get': 'read',
  'tasks.create': 'work',
  'tasks.update': 'work',
  'tasks.bulk': 'work',
  'tasks.tick': 'work',
  'tasks.order': 'work',
  'tasks.remove': 'work',
  'tasks.restore': 'work',
  'tasks.trash': 'read',

  'labels.list': 'read',
  'labels.create': 'manage',
  'labels.update': 'manage',
  'labels.remove': 'manage',

  'submissions.list': 'read',
  'submissions.create': 'work',
  'submissions.accept': 'manage',
  'submissions.changes': 'manage',
  'submissions.withdraw': 'work',

  'comments.list': 'read',
  'comments.feed': 'read',
  'comments.create': 'work',
  'comments.update': 'work',
  'comments.remove': 'work',

  'imports.create': 'manage',
  'imports.undo': 'manage',
  'imports.download': 'read',

  'notifications.list': 'read',
  'notifications.count': 'read',
  'notifications.mark': 'work',
  'notifications.following': 'read',
  'notifications.follow': 'work',
  'notifications.unfollow': 'work',
  'notifications.unsubscribe': null,
  'notifications.settings': 'read',
  'notifications.changeSettings': 'work',

  'payments.list': 'read',
  'payments.create': 'manage',
  'payments.bulk': 'manage',
  'payments.void': 'manage',

  'ai.generateProject': 'work',
  'ai.generateTask': 'work',
  'ai.suggestTasks': 'work',
  'ai.enhanceDescription': 'manage',

  'files.list': 'read',
  'files.upload': 'work',
  'files.download': 'read',
  'files.remove': 'work',

  'search.find': 'read',

  'capabilities.list': null,

  'events.stream': 'read',
}

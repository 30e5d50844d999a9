/**
 * Words of the contract, repeated here because --help must not wait until the contract is loaded; a test compares them
 * with it.
 */
export const mailStates = ['queued', 'sent', 'failed'] as const
/** What somebody on the waitlist wants, as it is typed. */
export const wishWords = { 'get-work-done': 'getWorkDone', work: 'work' } as const
export type WishWord = keyof typeof wishWords
export const INVITE_NEXT_MAX = 100
export const scopeWords = ['read', 'work', 'manage', 'admin'] as const
export const TOKEN_DAYS_MAX = 365
export const SEARCH_MAX = 254
export const waitlistColumns = ['createdAt', 'email', 'isInvited', 'lastInvitedAt', 'mailState'] as const
export const creatorApplicationColumns = ['createdAt', 'name', 'username', 'email', 'tier', 'status'] as const
export const peopleStates = ['active', 'suspended', 'administrators'] as const
export const inboxViews = ['forYou', 'following', 'snoozed', 'done'] as const
export type InboxView = (typeof inboxViews)[number]
export const noticeMarks = ['read', 'unread', 'done'] as const
export type NoticeMark = (typeof noticeMarks)[number]
/** The columns of the board, as they are typed. */
export const taskStatusWords = ['assigned', 'in-progress', 'under-review', 'completed'] as const
export type TaskStatusWord = (typeof taskStatusWords)[number]
export const requestWords = ['pending', 'approved', 'rejected'] as const
export type RequestWord = (typeof requestWords)[number]
/** The reasons of a rejection as they are typed, and as the API names them. */
export const rejectionWords = {
  'somebody-else': 'otherChosen',
  skills: 'skills',
  time: 'time',
  'project-changed': 'projectChanged',
  other: 'other',
} as const
export type RejectionWord = keyof typeof rejectionWords
export const openTaskModeWords = ['apply', 'claim'] as const
export const openTaskSortWords = ['newest', 'reward', 'due', 'shortest'] as const
export const claimStateWords = ['active', 'returned', 'takenBack', 'expired', 'finished', 'ended'] as const
export const offerModeWords = ['assigned', 'apply', 'claim'] as const
export const offerTakersWords = ['anyone', 'tier', 'known', 'newcomers', 'members'] as const
export const tierWords = ['basic', 'bronze', 'silver', 'gold'] as const
export const aiRuleWords = ['any', 'declare', 'none'] as const
export const aiUseWords = ['none', 'some', 'mostly'] as const

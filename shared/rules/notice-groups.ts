import type { NoticeGroup } from '../contract/notifications.ts'

/** What people call a group of notices, and what it is about: in the settings, and below a mail that ends such mail. */
export const noticeGroupText: Readonly<Record<NoticeGroup, { label: string; about: string }>> = {
  direct: { label: 'For you', about: 'tasks given to you and mentions of you' },
  requests: { label: 'Requests', about: 'applications, invitations and members' },
  review: { label: 'Review', about: 'work handed in and its review' },
  money: { label: 'Money', about: 'payments to you' },
  deadlines: { label: 'Deadlines', about: 'due dates of your tasks' },
  following: { label: 'Following', about: 'tasks and projects that you follow' },
  account: { label: 'Account', about: 'your password, address and sign-ins' },
}

// Written by `npm run lists:generate`.

export const eventNouns = [
  'account',
  'claim',
  'comment',
  'creatorApplication',
  'file',
  'member',
  'payment',
  'project',
  'request',
  'submission',
  'task',
  'waitlist',
] as const

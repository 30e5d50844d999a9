// Written by `npm run lists:generate`.

export const eventNouns = [
  'account',
  'claim',
  'comment',
  'creatorApplication',
  'file',
  'invitation',
  'member',
  'offer',
  'payment',
  'project',
  'proposal',
  'request',
  'reward',
  'submission',
  'task',
  'waitlist',
] as const

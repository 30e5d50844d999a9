// Written by `npm run lists:generate`.

export const eventNouns = [
  'account',
  'claim',
  'comment',
  'creatorApplication',
  'dispute',
  'file',
  'invitation',
  'member',
  'offer',
  'payment',
  'payout',
  'person',
  'project',
  'proposal',
  'request',
  'reward',
  'submission',
  'task',
  'vouch',
  'waitlist',
] as const

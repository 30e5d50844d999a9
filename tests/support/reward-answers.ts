import type { RewardOfTask } from '#shared/contract/index.ts'
import { taskOf } from './tasks-tab.tsx'

const blocker: NonNullable<RewardOfTask['blocker']> = {
  who: 'anybody',
  what: 'free',
  by: null,
  since: null,
  amountCents: null,
  ofCents: null,
  waitingRounds: null,
  project: null,
  reason: null,
  saidHow: null,
}
const terms: RewardOfTask['terms'] = {
  amountCents: 40_000,
  currency: 'USD',
  leaseDays: 7,
  reviewDays: 14,
  payDays: 14,
  aiRule: 'declare',
  title: 'Task 1',
  description: 'What task 1 is about',
  doneWhen: [],
  dueOn: null,
}

/** The reward of a task as our server answers it: open and free to take, unless said otherwise. */
export const rewardOf = (
  extra: Partial<Omit<RewardOfTask, 'blocker'>> & { blocker?: Partial<typeof blocker> } = {},
): RewardOfTask => ({
  taskID: taskOf(1).id,
  state: 'open',
  mode: 'claim',
  terms,
  claimID: null,
  disputeID: null,
  mayDispute: false,
  mostCents: null,
  paymentID: null,
  owner: { id: '01890000-0000-7000-8000-000000000021', username: 'marta', name: 'Marta' },
  holder: null,
  actor: null,
  whyNot: null,
  entries: [],
  ...extra,
  blocker: { ...blocker, ...extra.blocker },
})

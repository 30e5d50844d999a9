import type { Answer, TwoServers } from './two-servers.ts'

export type Person = { id: string; token: string }
/** A task of a round with who works on it, and the IDs of what was made for it. */
export type One = { taskID: string; worker: Person; ids: Record<string, string> }
export type Round = { owner: Person; projectID: string }
type Call = TwoServers['call']

/** A writing call about rewards. */
export type Act = {
  /** The acts that come before it. */
  after: readonly string[]
  send: (call: Call, one: One, round: Round) => Promise<Answer>
  /** Counts, in SQL by the task `:task`, what the call makes: once, or not at all. */
  made: string
}

const AMOUNT = 10_000
const TEXT = 'The map is done, and nobody has looked at it since.'
const byOwner = (path: (one: One) => string, body: (one: One) => object, method = 'POST'): Act['send'] => {
  return (call, one, { owner }) => call(method, path(one), { token: owner.token, body: body(one) })
}
const byWorker = (path: (one: One) => string, body: (one: One) => object): Act['send'] => {
  return (call, one) => call('POST', path(one), { token: one.worker.token, body: body(one) })
}
/** Sent again after a lost answer, a call has the key of the first try. */
const key = (of: string, { taskID }: One) => ({ idempotencyKey: `${of} of ${taskID}` })
const idOf = (name: string) => (one: One) => one.ids[name] ?? ''
const offer = ({ taskID }: One) => `/user-tasks/${taskID}/offer`
const entries = (kind: string) => `select count(*) from ledger_entries where task_id = :task and kind = '${kind}'`
const claims = (condition: string) => `select count(*) from claims where task_id = :task and ${condition}`
const ofClaim = (table: string, condition = 'id is not null') =>
  `select count(*) from ${table} x join claims c on c.id = x.claim_id where c.task_id = :task and x.${condition}`
const payments = (condition: string) => `select count(*) from payments where task_id = :task and ${condition}`

const held = ['offer', 'take'] as const
const handedIn = [...held, 'handIn'] as const
const accepted = [...handedIn, 'accept'] as const
const paid = [...accepted, 'pay'] as const

/** The calls of an offer's life, each by the name that others come after. */
export const acts: Readonly<Record<string, Act>> = {
  offer: { after: [], send: byOwner(offer, () => ({ amountCents: AMOUNT, mode: 'claim' }), 'PUT'), made: entries('reserve') },
  raise: { after: ['offer'], send: byOwner(offer, () => ({ amountCents: 2 * AMOUNT, mode: 'claim' }), 'PUT'), made: entries('raise') },
  close: { after: ['offer'], send: (call, one, { owner }) => call('DELETE', offer(one), { token: owner.token }), made: entries('release') },
  take: { after: ['offer'], send: byWorker(({ taskID }) => `/user-tasks/${taskID}/claim`, (one) => key('claim', one)), made: claims('true') },
  extend: { after: held, send: byWorker((one) => `/claims/${idOf('take')(one)}/extend`, () => ({ reason: 'Rain.' })), made: claims('extended_at is not null') },
  giveBack: { after: held, send: byWorker((one) => `/claims/${idOf('take')(one)}/return`, () => ({})), made: claims("state = 'returned'") },
  takeBack: { after: held, send: byOwner((one) => `/claims/${idOf('take')(one)}/take-back`, () => ({ reason: 'No word.' })), made: claims("state = 'takenBack'") },
  handIn: {
    after: held,
    send: byWorker(({ taskID }) => `/user-tasks/${taskID}/submissions`, (one) => ({ aiUse: 'none', ...key('hand-in', one) })),
    made: 'select count(*) from submissions where task_id = :task',
  },
  changes: {
    after: handedIn,
    send: byOwner(({ taskID }) => `/user-tasks/${taskID}/submissions/1/changes`, () => ({ text: 'No legend.' })),
    made: "select count(*) from submissions where task_id = :task and state = 'changes'",
  },
  accept: { after: handedIn, send: byOwner(({ taskID }) => `/user-tasks/${taskID}/submissions/1/accept`, () => ({})), made: entries('due') },
  propose: {
    after: handedIn,
    send: byWorker((one) => `/claims/${idOf('take')(one)}/proposals`, (one) => ({ amountCents: AMOUNT / 2, text: 'Half.', ...key('proposal', one) })),
    made: ofClaim('proposals'),
  },
  agree: { after: [...handedIn, 'propose'], send: byOwner((one) => `/proposals/${idOf('propose')(one)}/accept`, () => ({})), made: entries('due') },
  refuse: {
    after: [...handedIn, 'propose'],
    send: byOwner((one) => `/proposals/${idOf('propose')(one)}/refuse`, () => ({})),
    made: ofClaim('proposals', "state = 'refused'"),
  },
  dispute: {
    after: handedIn,
    send: byWorker(
      ({ taskID }) => `/user-tasks/${taskID}/dispute`,
      () => ({ reason: 'notReviewed', text: TEXT, askCents: AMOUNT, fileIDs: [] }),
    ),
    made: ofClaim('disputes'),
  },
  withdraw: {
    after: [...handedIn, 'dispute'],
    send: byWorker((one) => `/disputes/${idOf('dispute')(one)}/withdraw`, () => ({})),
    made: ofClaim('disputes', 'ended_at is not null'),
  },
  pay: {
    after: accepted,
    send: (call, one, { owner, projectID }) =>
      call('POST', `/projects/${projectID}/payments`, {
        token: owner.token,
        body: { userID: one.worker.id, amountCents: AMOUNT, currency: 'USD', taskID: one.taskID, ...key('payment', one) },
      }),
    made: entries('settle'),
  },
  payDue: {
    after: accepted,
    send: (call, one, { owner, projectID }) =>
      call('POST', `/projects/${projectID}/dues/pay`, { token: owner.token, body: { taskIDs: [one.taskID], ...key('dues', one) } }),
    made: entries('settle'),
  },
  confirm: { after: paid, send: byWorker((one) => `/payments/${idOf('pay')(one)}/confirm`, (one) => key('yes', one)), made: payments('confirmed_at is not null') },
  missing: {
    after: paid,
    send: byWorker((one) => `/payments/${idOf('pay')(one)}/missing`, (one) => ({ text: 'Nothing is here.', ...key('no', one) })),
    made: entries('missing'),
  },
  void: {
    after: paid,
    send: (call, one, { owner, projectID }) =>
      call('POST', `/projects/${projectID}/payments/${idOf('pay')(one)}/void`, { token: owner.token, body: {} }),
    made: entries('void'),
  },
} // prettier-ignore

/** What a clock does once a date has passed. */
export type Clock = {
  after: readonly string[]
  /** Sets the date, in SQL by the task `:task`. */
  due: string
  made: string
}
const past = "now() - interval '1 minute'"
const claimOf = '(select id from claims where task_id = :task)'
export const clocks: Readonly<Record<string, Clock>> = {
  lease: {
    after: held,
    due: `update claims set lease_until = ${past} where task_id = :task`,
    made: claims("state = 'expired'"),
  },
  review: {
    after: handedIn,
    due: `update submissions set review_by = ${past} where task_id = :task`,
    made: entries('due'),
  },
  proposal: {
    after: [...handedIn, 'propose'],
    due: `update proposals set ends_at = ${past} where claim_id = ${claimOf}`,
    made: ofClaim('proposals', "state = 'expired'"),
  },
  dispute: {
    after: [...handedIn, 'dispute'],
    due: `update disputes set state_by = ${past} where claim_id = ${claimOf}`,
    made: ofClaim('disputes', "state = 'ruling'"),
  },
  payment: {
    after: accepted,
    due: `update claims set pay_by = now() + interval '2 hours' where task_id = :task`,
    made: claims('pay_last_reminded_at is not null'),
  },
}

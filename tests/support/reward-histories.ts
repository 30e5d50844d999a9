import fc from 'fast-check'
import { sql } from 'kysely'
import { ApiError } from '#shared/api-client/api-error.ts'
import { budgetIn } from '#shared/rules/reward-money.ts'
import { runDisputeClock } from '#server/modules/disputes/service.ts'
import { findLedgerDifferences, findStateDifferences } from '#server/modules/ledger/service.ts'
import { runProposalClock } from '#server/modules/proposals/service.ts'
import { runLeaseClock, runReviewClock } from '#server/modules/tasks/service.ts'
import { createMembership, createPerson, unique } from './factories.ts'
import { createRewardWorld, giveDetails, type RewardWorld } from './rewards.ts'
import type { TestApp } from './server.ts'

const TASKS = 2
const BUDGET = '$500'
const people = ['owner', 'admin', 'ana', 'ben'] as const
export const acts = [
  ...(['setOffer', 'closeOffer', 'claim', 'claim', 'claim', 'giveBack', 'takeBack', 'assign'] as const),
  ...([
    'handIn',
    'handIn',
    'handIn',
    'handIn',
    'accept',
    'accept',
    'changes',
    'withdraw',
    'move',
    'deleteTask',
  ] as const),
  ...(['propose', 'propose', 'propose', 'agree', 'agree', 'refuse', 'withdrawProposal'] as const),
  ...(['dispute', 'dispute', 'stateDispute', 'withdrawDispute', 'rule', 'rule'] as const),
  ...(['pay', 'payDues', 'payDues', 'payDues', 'confirm', 'missing', 'missing', 'void', 'budget', 'pass'] as const),
] as const

const STATEMENT = 'Nobody has answered since Monday, and the map is whole.'

export type Act = (typeof acts)[number]
/** One thing that somebody tries; most is refused. */
export type Step = { act: Act; who: (typeof people)[number]; task: number; cents: number; n: number }
export const historyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.constantFrom(...people),
  task: fc.nat(TASKS - 1),
  cents: fc.constantFrom(0, 100, 5_000, 10_000, 12_345, 30_000, 50_001),
  n: fc.nat(30),
})

type Person = RewardWorld['ana']
export type Played = RewardWorld & {
  server: TestApp
  tasks: string[]
  of: Record<Step['who'], Person>
  administrator: Person
}

const idIn = async (server: TestApp, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(server.db)).rows[0]?.id ?? '01890a5d-ac96-774b-bcce-b302099a8057'
const claimID = ({ server }: Played, taskID: string) =>
  idIn(server, sql`select id from claims where task_id = ${taskID} order by claimed_at desc, id desc limit 1`)
const proposalID = ({ server }: Played, taskID: string) =>
  idIn(
    server,
    sql`select p.id from proposals p join claims c on c.id = p.claim_id where c.task_id = ${taskID}
      order by p.created_at desc, p.id desc limit 1`,
  )
const disputeID = ({ server }: Played, taskID: string) =>
  idIn(
    server,
    sql`select d.id from disputes d join claims c on c.id = d.claim_id where c.task_id = ${taskID}
      order by d.opened_at desc, d.id desc limit 1`,
  )
const paymentID = ({ server }: Played, taskID: string, n: number) =>
  idIn(server, sql`select id from payments where task_id = ${taskID} order by id desc offset ${n % 3} limit 1`)

const lastRound = async ({ server }: Played, taskID: string): Promise<string> => {
  const row = await server.db
    .selectFrom('submissions')
    .select((eb) => eb.fn.max('round').as('round'))
    .where('task_id', '=', taskID)
    .executeTakeFirst()
  return String(row?.round ?? 1)
}

/** All that was promised by a day lies so many days further back, and what that makes due is done. */
const pass = async ({ server, params, passDays }: Played, days: number): Promise<void> => {
  const back = sql`make_interval(days => ${days})`
  await passDays(days)
  await sql`update claims set lease_until = lease_until - ${back}, claimed_at = claimed_at - ${back}
    where project_id = ${params.id}`.execute(server.db)
  await sql`update submissions set review_by = review_by - ${back}
    where claim_id in (select id from claims where project_id = ${params.id})`.execute(server.db)
  await sql`update disputes set opened_at = opened_at - ${back}, state_by = state_by - ${back}, rule_by = rule_by - ${back},
    lease_until = lease_until - ${back}, review_by = review_by - ${back}, pay_by = pay_by - ${back}
    where claim_id in (select id from claims where project_id = ${params.id}) and ended_at is null`.execute(server.db)
  await runLeaseClock(server)
  await runReviewClock(server)
  await runProposalClock(server)
  await runDisputeClock(server)
}

const ofHolder: readonly string[] = ['giveBack', 'handIn', 'withdraw', 'confirm', 'missing']
const ofManagers: readonly string[] = [
  ...['setOffer', 'closeOffer', 'takeBack', 'assign', 'accept', 'changes', 'move', 'pay', 'payDues', 'void', 'budget'],
]
/** What can be done next, by what a task has come to. Acts chosen by chance alone are refused four times of five. */
const nextActs = {
  free: ['claim', 'claim', 'claim', 'assign', 'setOffer'],
  held: ['handIn', 'handIn', 'handIn', 'propose', 'giveBack', 'takeBack', 'dispute'],
  handedIn: ['accept', 'accept', 'changes', 'withdraw', 'move', 'pass', 'propose'],
  proposed: ['agree', 'agree', 'refuse', 'withdrawProposal', 'dispute'],
  disputed: ['stateDispute', 'rule', 'rule', 'withdrawDispute', 'agree', 'pass'],
  owed: ['payDues', 'payDues', 'pay', 'propose', 'dispute', 'pass', 'deleteTask'],
  paid: ['confirm', 'missing', 'void', 'dispute', 'move', 'setOffer'],
} as const satisfies Record<string, readonly Act[]>

/** What the task has come to by its last claim. */
const stageOf = async ({ server }: Played, taskID: string): Promise<keyof typeof nextActs> => {
  const { rows } = await sql<{ stage: keyof typeof nextActs }>`
    select case
      when exists (select from disputes d where d.claim_id = c.id and d.ended_at is null) then 'disputed'
      when exists (select from proposals p where p.claim_id = c.id and p.state = 'open') then 'proposed'
      when c.state = 'active' and exists (select from submissions s where s.claim_id = c.id and s.state = 'open') then 'handedIn'
      when c.state = 'active' then 'held'
      when exists (select from ledger_balances b where b.account = 'due:' || c.id and b.amount_cents > 0) then 'owed'
      when c.state = 'finished' and c.pay_by is not null then 'paid'
      else 'free' end as stage
    from claims c where c.task_id = ${taskID} order by c.claimed_at desc, c.id desc limit 1`.execute(server.db)
  return rows[0]?.stage ?? 'free'
}

/** The step with one of the next acts in three times of four. */
const guide = async (world: Played, one: Step): Promise<Step> => {
  if (one.n % 4 === 3) return one
  const next = nextActs[await stageOf(world, world.tasks[one.task] ?? '')]
  return { ...one, act: next[acts.indexOf(one.act) % next.length] ?? one.act }
}

/** The person chosen, three times of four replaced by somebody who may do it. */
const actorOf = async (world: Played, { act, who, n }: Step, taskID: string): Promise<Person> => {
  if (act === 'rule') return world.administrator
  if (n % 4 === 0) return world.of[who]
  if (ofManagers.includes(act)) return n % 2 ? world.owner : world.of.admin
  const { rows } = await sql<{ holder: string; side: string | null }>`
    select c.user_id as holder, (select side from proposals p where p.claim_id = c.id and p.state = 'open') as side
    from claims c where c.task_id = ${taskID} order by c.claimed_at desc, c.id desc limit 1`.execute(world.server.db)
  const holder = Object.values(world.of).find(({ id }) => id === rows[0]?.holder) ?? world.of[who]
  if (ofHolder.includes(act)) return holder
  if (act === 'claim') return n % 2 ? world.ana : world.ben
  if (act === 'agree' || act === 'refuse') return rows[0]?.side === 'holder' ? world.owner : holder
  if (act === 'withdrawProposal') return rows[0]?.side === 'holder' ? holder : world.owner
  const ofBothSides = ['propose', 'dispute', 'stateDispute', 'withdrawDispute']
  return ofBothSides.includes(act) ? (n % 2 ? holder : world.owner) : world.of[who]
}

/** Tries one act. Errors: what the server answers. */
export const play = async (world: Played, one: Step): Promise<unknown> => {
  const { act, task, cents, n } = one
  const id = world.tasks[task] ?? ''
  const { api } = await actorOf(world, one, id)
  const idempotencyKey = unique('history-')
  const params = { id }
  const { id: projectID } = world.params
  const round = { id, n: await lastRound(world, id) }
  const update = (body: object) => api.tasks.update({ params, body })
  const payee = n % 2 ? world.ana : world.ben
  switch (act) {
    case 'setOffer':
      return api.offers.set({
        params,
        body: { amountCents: cents, mode: n % 4 ? 'claim' : 'assigned', payDays: n + 1 },
      })
    case 'closeOffer':
      return api.offers.close({ params })
    case 'claim':
      return api.claims.take({ params, body: { idempotencyKey } })
    case 'giveBack':
      return api.claims.giveBack({ params: { id: await claimID(world, id) }, body: {} })
    case 'takeBack':
      return api.claims.takeBack({ params: { id: await claimID(world, id) }, body: { reason: 'No answer.' } })
    case 'assign':
      return update({ assignedToID: n === 0 ? world.owner.id : payee.id })
    case 'handIn':
      return api.submissions.create({ params, body: { aiUse: 'none', idempotencyKey } })
    case 'accept':
      return api.submissions.accept({ params: round, body: {} })
    case 'changes':
      return api.submissions.changes({ params: round, body: { text: 'No legend.' } })
    case 'withdraw':
      return api.submissions.withdraw({ params: round, body: {} })
    case 'move':
      return update({ status: [1, 2, 2, 4, 4, 5, 3, 0][n % 8] ?? 2 })
    case 'deleteTask':
      return n % 3 === 0 ? api.tasks.remove({ params }) : api.tasks.restore({ params, body: {} })
    case 'propose': {
      const body = { amountCents: cents, text: 'Less.', idempotencyKey }
      return api.proposals.make({ params: { id: await claimID(world, id) }, body })
    }
    case 'agree':
      return api.proposals.accept({ params: { id: await proposalID(world, id) }, body: {} })
    case 'refuse':
      return api.proposals.refuse({ params: { id: await proposalID(world, id) }, body: {} })
    case 'withdrawProposal':
      return api.proposals.withdraw({ params: { id: await proposalID(world, id) }, body: {} })
    case 'dispute': {
      const reason = n % 3 === 0 ? 'notPaid' : 'amount'
      return api.disputes.open({ params, body: { reason, text: STATEMENT, askCents: cents } })
    }
    case 'stateDispute':
      return api.disputes.state({ params: { id: await disputeID(world, id) }, body: { text: STATEMENT } })
    case 'withdrawDispute':
      return api.disputes.withdraw({ params: { id: await disputeID(world, id) }, body: {} })
    case 'rule': {
      const body = { amountCents: cents, text: `${STATEMENT} ${STATEMENT}` }
      return api.disputes.rule({ params: { id: await disputeID(world, id) }, body })
    }
    case 'pay': {
      const body = { userID: payee.id, amountCents: cents + 1, currency: 'USD', taskID: id, idempotencyKey }
      return api.payments.create({ params: world.params, body: { ...body, ...(n % 3 && { note: 'More.' }) } })
    }
    case 'payDues': {
      const taskIDs = n % 4 ? [id] : world.tasks.slice(0, 2)
      return api.dues.pay({ params: world.params, body: { taskIDs, idempotencyKey } })
    }
    case 'confirm':
      return api.payments.confirm({ params: { id: await paymentID(world, id, n) }, body: { idempotencyKey } })
    case 'missing': {
      const body = { text: 'Nothing came.', idempotencyKey }
      return api.payments.missing({ params: { id: await paymentID(world, id, n) }, body })
    }
    case 'void':
      return api.payments.void({ params: { id: projectID, paymentId: await paymentID(world, id, n) }, body: {} })
    case 'budget':
      return api.projects.update({ params: { id: projectID }, body: { budget: n % 2 ? BUDGET : '$60' } })
    case 'pass':
      return pass(world, n)
  }
}

type Sums = { budget: number; earned: number; lost: number }
/** The budget's balance, what an owner was owed, and finished claims whose due is nowhere. */
const sumsOf = async ({ server, params, owner }: Played): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select coalesce(sum(amount_cents) filter (where account = 'budget'), 0)::float8 as budget,
      (select count(*)::int from ledger_entries l
        where l.project_id = ${params.id} and l.kind in ('due', 'settle') and l.user_id = ${owner.id}) as earned,
      (select count(*)::int from claims c
        where c.project_id = ${params.id} and c.state = 'finished' and c.pay_by is not null
          and not exists (select from ledger_entries l where l.claim_id = c.id and l.kind = 'due')) as lost
    from ledger_balances where project_id = ${params.id}`.execute(server.db)
  return rows[0] ?? { budget: 0, earned: 0, lost: 0 }
}

/** What is wrong with the ledger of the project after a step; nothing should be. */
const faultsAfter = async (world: Played, { act }: Step, before: Sums): Promise<string[]> => {
  const { server, params } = world
  const faults = (await findLedgerDifferences(server.db))
    .filter(({ project }) => project === params.id)
    .map(({ what, is, shouldBe }) => `${what} is ${is} and should be ${shouldBe}`)
  const states = await findStateDifferences(server.db, server.clock.now())
  faults.push(...states.filter(({ project }) => project === params.id).map((state) => JSON.stringify(state)))
  const { budget, earned, lost } = await sumsOf(world)
  if (earned > 0) faults.push('an owner was owed something')
  if (lost > 0) faults.push('a finished claim has no due')
  const { budget: text } = await server.db
    .selectFrom('projects')
    .select('budget')
    .where('id', '=', params.id)
    .executeTakeFirstOrThrow()
  // What is recorded as paid may be more than the budget, but nothing more is promised then.
  if (act === 'setOffer' && budget < before.budget && -budget > (budgetIn(text, 'USD') ?? 0))
    faults.push('more is promised than the budget has')
  return faults
}

/** A world with two tasks of $100 each that anybody may take. */
export const createPlayed = async (server: TestApp): Promise<Played> => {
  const world = await createRewardWorld(server)
  const admin = await createPerson(server)
  await createMembership(server, world.params.id, admin.id, 'admin')
  await giveDetails(server, admin.id)
  const administrator = await createPerson(server, { isAdministrator: true })
  const tasks: string[] = []
  for (let at = 0; at < TASKS; at++) {
    const id = await world.addTask()
    await world.offer(id, 10_000, { payDays: 5 })
    tasks.push(id)
  }
  return { ...world, server, tasks, administrator, of: { owner: world.owner, admin, ana: world.ana, ben: world.ben } }
}

export type Counts = Partial<Record<Step['act'], number>>
/**
 * Plays random histories of offers, claims, reviews, proposals, payments, disputes and clocks by four kinds of people and an
 * administrator, and looks at the whole ledger after each step. Returns how often each act was done. Errors: the shortest
 * history after which something is wrong, or which makes the server fail.
 */
export const playHistories = async (server: TestApp, options: { runs: number; steps: number }): Promise<Counts> => {
  const counts: Counts = {}
  const property = fc.asyncProperty(
    fc.array(historyStep, { minLength: options.steps, maxLength: options.steps }),
    async (all) => {
      const played = await createPlayed(server)
      for (const chosen of all) {
        const one = await guide(played, chosen)
        const before = await sumsOf(played)
        const isDone = await play(played, one).then(
          () => true,
          (error: unknown) => {
            if (error instanceof ApiError && (error.status ?? 500) < 500) return false
            throw error
          },
        )
        if (isDone) counts[one.act] = (counts[one.act] ?? 0) + 1
        const faults = await faultsAfter(played, one, before)
        if (faults.length > 0) throw new Error(`After ${JSON.stringify(one)}: ${faults.join('; ')}`)
      }
    },
  )
  await fc.assert(property, { numRuns: options.runs })
  return counts
}

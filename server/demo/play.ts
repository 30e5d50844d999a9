import { newOffer } from '#shared/contract/offers.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/pool.ts'
import { record } from '../events/record.ts'
import type { RequestContext, Viewer } from '../http/handlers.ts'
import { disputes } from '../modules/disputes/service.ts'
import { offers, runDueClock } from '../modules/ledger/service.ts'
import { claimsInMemberships } from '../modules/memberships/service.ts'
import { payments } from '../modules/payments/service.ts'
import { proposals } from '../modules/proposals/service.ts'
import { ratings, runRatingClock } from '../modules/ratings/service.ts'
import { claimsInTasks, runReviewClock, submissionsInTasks, tickLine } from '../modules/tasks/service.ts'
import type { DemoAct, OfferedTask } from './content/rewards.ts'
import type { Stage } from './stage.ts'

export type Play = { projectID: string; owner: string; tasks: Array<OfferedTask & { id: string }> }

/** In days before now: when the clocks of hand-ins, dues and reviews were looked at, which remind people once each. */
const CLOCKS_AGO = [25, 12, 6, 3, 1, 0]
const CONTEXT: RequestContext = {
  viewer: null,
  caller: null,
  scopes: undefined,
  ip: '127.0.0.1',
  agent: 'demo',
  setHeader: () => undefined,
  note: () => undefined,
  knownTags: [],
  over: () => new AbortController().signal,
}

/**
 * Lets people offer, take, review and pay tasks by the services of every call, each at its time, so that offers, claims and
 * ledger are as the product writes them.
 */
export const playRewards = async (tx: Tx, stage: Stage, plays: readonly Play[]): Promise<void> => {
  const db = asDatabase(tx)
  const steps = [
    ...plays.flatMap((play) => play.tasks.flatMap((task) => stepsOf(stage, play, task))),
    ...CLOCKS_AGO.map((ago) => ({ ago, run: runClocks })),
  ].sort((a, b) => b.ago - a.ago)
  for (const { ago, run } of steps) {
    const at = stage.ago(ago)
    await run({ db, clock: { now: () => at } })
  }
  for (const { projectID } of plays) await rank(tx, projectID)
}

/** Orders each column by what was changed last. A card that is moved gets a rank made of the machine's time, which differs between starts. */
const rank = async (tx: Tx, projectID: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from tasks where project_id = ${projectID} order by updated_at desc, task_number`.execute(tx)
  const ranks = generateNKeysBetween(null, null, rows.length)
  for (const [at, { id }] of rows.entries())
    await tx
      .updateTable('tasks')
      .set({ rank: ranks[at] ?? '' })
      .where('id', '=', id)
      .execute()
}

type Deps = { db: Db; clock: { now: () => Date } }
type Step = { ago: number; run: (deps: Deps) => Promise<unknown> }

/** The transaction as services expect a database: what they do in one of their own becomes a part of it. */
const asDatabase = (tx: Tx): Db =>
  new Proxy<Db>(tx, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute: <T>(work: (tx: Tx) => Promise<T>) => work(tx) })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

const runClocks = async (deps: Deps): Promise<void> => {
  await runReviewClock(deps)
  await runDueClock(deps)
  await runRatingClock(deps)
}

/** A task from its beginning: written, offered, and what people did then. */
const stepsOf = (stage: Stage, { projectID, owner }: Play, task: Play['tasks'][number]): Step[] => {
  const params = { id: task.id }
  const created = stage.tasks.find(({ id }) => id === task.id)
  const create = async (deps: Deps) => {
    const about = { actorID: viewerOf(stage, owner).userID, projectID, taskID: task.id }
    const data = { status: taskStatus.assigned }
    await record(deps.db as Tx, created?.created_at as Date, { kind: 'task.created', ...about, data })
  }
  const { reward, mode, takers, minTier, skills, leaseDays, payDays } = task
  const terms = newOffer.parse({ amountCents: reward * 100, mode, takers, minTier, skills, leaseDays, payDays })
  return [
    { ago: task.offeredAgo, run: create },
    { ago: task.offeredAgo, run: (deps) => offers.set(deps, viewerOf(stage, owner), { params, body: terms }) },
    ...task.acts.map((act): Step => ({
      ago: act.ago,
      run: (deps) => acts[act.act](deps, viewerOf(stage, act.by), { projectID, task, act }),
    })),
  ]
}

const viewerOf = ({ users }: Stage, username: string): Viewer => {
  const user = users.find((one) => one.username === username)
  if (!user?.id) throw new Error(`The demo world has nobody called ${username}.`)
  return {
    userID: user.id,
    sessionID: user.id,
    username,
    email: user.email,
    isAdministrator: user.is_administrator ?? false,
    accountType: user.account_type === 'creator' ? 'creator' : 'contributor',
  }
}

type About = { projectID: string; task: Play['tasks'][number]; act: DemoAct }
type Act = (deps: Deps, viewer: Viewer, about: About) => Promise<unknown>

const keyOf = ({ task, act }: About) => `demo ${act.act} ${task.id}`
const only = async (deps: Deps, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> => {
  const [row] = (await query.execute(deps.db)).rows
  if (!row) throw new Error('What somebody acts on is not in the demo world.')
  return row.id
}

/** The call of each act. Every task of the demo world has at most one round, claim, proposal and payment. */
const acts: Record<DemoAct['act'], Act> = {
  apply: (deps, viewer, about) =>
    claimsInMemberships.apply(deps, viewer, {
      params: { id: about.task.id },
      body: { letter: about.act.text, idempotencyKey: keyOf(about) },
    }),
  take: (deps, viewer, about) =>
    claimsInTasks.take(deps, viewer, { params: { id: about.task.id }, body: { idempotencyKey: keyOf(about) } }),
  handIn: async (deps, viewer, about) => {
    const lines = await sql<{ id: string }>`
      select line ->> 'id' as id from tasks, jsonb_array_elements(done_when) as line where tasks.id = ${about.task.id}`.execute(
      deps.db,
    )
    for (const { id: lineID } of lines.rows)
      await tickLine(deps, viewer, { params: { id: about.task.id, lineID }, body: { isDone: true } })
    return submissionsInTasks.create(deps, viewer, {
      params: { id: about.task.id },
      body: {
        ...{ note: about.act.text ?? '', links: [], fileIDs: [], remarks: [], aiUse: 'none' },
        idempotencyKey: keyOf(about),
      },
    })
  },
  changes: (deps, viewer, { task, act }) =>
    submissionsInTasks.changes(deps, viewer, { params: { id: task.id, n: 1 }, body: { text: act.text ?? '' } }),
  accept: (deps, viewer, { task }) =>
    submissionsInTasks.accept(deps, viewer, { params: { id: task.id, n: 1 }, body: {} }),
  propose: async (deps, viewer, about) => {
    const id = await only(deps, sql`select id from claims where task_id = ${about.task.id}`)
    const body = {
      amountCents: about.act.cents ?? 0,
      text: about.act.text ?? '',
      idempotencyKey: keyOf(about),
    }
    return proposals.make(deps, viewer, { params: { id }, body }, CONTEXT)
  },
  pay: async (deps, viewer, about) => {
    const userID = await only(deps, sql`select user_id as id from claims where task_id = ${about.task.id}`)
    const body = {
      userID,
      amountCents: about.task.reward * 100,
      currency: 'USD',
      taskID: about.task.id,
      method: 'Bank transfer',
      note: about.act.note,
      idempotencyKey: keyOf(about),
    }
    return payments.create(deps, viewer, { params: { id: about.projectID }, body })
  },
  confirm: async (deps, viewer, about) => {
    const id = await only(deps, sql`select id from payments where task_id = ${about.task.id}`)
    return payments.confirm(deps, viewer, { params: { id }, body: { idempotencyKey: keyOf(about) } })
  },
  dispute: (deps, viewer, { task, act }) => {
    const reason = 'notAccepted' as const
    const body = { reason, askCents: act.cents ?? 0, text: act.text ?? '', fileIDs: [] }
    const config = { disputes: 'on' } as const
    return disputes.open({ ...deps, config }, viewer, { params: { id: task.id }, body }, CONTEXT)
  },
  state: async (deps, viewer, { task, act }) => {
    const id = await only(
      deps,
      sql`select d.id from disputes d join claims c on c.id = d.claim_id where c.task_id = ${task.id}`,
    )
    const config = { disputes: 'on' } as const
    const body = { text: act.text ?? '', fileIDs: [] }
    return disputes.state({ ...deps, config }, viewer, { params: { id }, body }, CONTEXT)
  },
  rate: async (deps, viewer, { task, act }) => {
    const { rows } = await sql<{ id: string; user_id: string }>`
      select id, user_id from claims where task_id = ${task.id}`.execute(deps.db)
    const [clear, mark, onTime] = act.marks ?? [5, 5, 5]
    const ofSide = rows[0]?.user_id === viewer.userID ? { fair: mark } : { quality: mark }
    const body = { claimID: rows[0]?.id, again: 'yes', clear, onTime, text: act.text, ...ofSide } as const
    return ratings.give(deps, viewer, { body }, CONTEXT)
  },
}

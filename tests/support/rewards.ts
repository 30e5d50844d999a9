import { sql } from 'kysely'
import type { Payment } from '#shared/contract/index.ts'
import type { OfferBody } from '#shared/contract/offers.ts'
import { createMembership, createPerson, createProject, unique } from './factories.ts'
import type { TestApp } from './server.ts'

type Person = Awaited<ReturnType<typeof createPerson>>
type Terms = Partial<OfferBody>
type PaymentOptions = { note?: string; by?: Person; idempotencyKey?: string; currency?: string }

export type RewardWorld = {
  owner: Person
  ana: Person
  ben: Person
  params: { id: string }
  setBudget: (budget: string, currency?: string) => Promise<unknown>
  /** A task, of this person where one is named; returns its ID. */
  addTask: (assignee?: Person, title?: string) => Promise<string>
  offer: (taskID: string, amountCents: number, terms?: Terms, by?: Person) => ReturnType<Person['api']['offers']['set']>
  /** A task with a reward that this person has. */
  held: (who: Person, amountCents: number, title?: string) => Promise<string>
  /** The task for which this person is owed this. */
  owed: (who: Person, amountCents: number, title?: string) => Promise<string>
  handIn: (taskID: string, by?: Person) => Promise<unknown>
  pay: (who: Person, taskID: string, amountCents: number, options?: PaymentOptions) => Promise<Payment>
  payDues: (taskIDs: string[], options?: Omit<PaymentOptions, 'currency'>) => Promise<Payment[]>
  /** Kinds and amounts of the task's entries in their order, and what is reserved for it, owed for it and used of the budget. */
  ledger: (taskID: string) => Promise<{ entries: string[]; reserved: number; due: number; used: number }>
  /** The last claim of the task. */
  claimOf: (taskID: string) => Promise<{ id: string; state: string; pay_by: Date | null; terms: unknown } & Row>
  /** As many days later all that was promised, recorded or proposed in the project lies. */
  passDays: (days: number) => Promise<void>
}
type Row = { user_id: string; kind: string; lease_until: Date | null }

/** The person has said long ago how to be paid, so that pay dates do not wait for them. Nobody can open these details. */
export const giveDetails = async ({ db }: Pick<TestApp, 'db'>, userID: string): Promise<void> => {
  const at = new Date(0)
  await db
    .insertInto('payout_details')
    .values({ user_id: userID, sealed: Buffer.from('none'), key_id: 'none', given_at: at, changed_at: at })
    .execute()
}

/** A project with a budget of $500, its owner Marta, and Ana and Ben, who are members and have said how to be paid. */
export const createRewardWorld = async (server: TestApp): Promise<RewardWorld> => {
  const { db } = server
  const create = (name: string) => createPerson(server, { username: unique(name), name })
  const [owner, ana, ben] = await Promise.all([create('Marta'), create('Ana'), create('Ben')])
  const params = { id: (await createProject(server, owner.id, { skills: 'Maps, React' })).id }
  for (const { id } of [ana, ben]) await createMembership(server, params.id, id)
  const setBudget = (budget: string, currency = 'USD') =>
    db.updateTable('projects').set({ budget, currency }).where('id', '=', params.id).execute()
  await setBudget('$500')
  for (const { id } of [ana, ben]) await giveDetails(server, id)

  const addTask = async (assignee?: Person, title = 'Draw the map') => {
    const body = { projectID: params.id, title, description: 'Of birds.' }
    const { data } = await owner.api.tasks.create({ body: { ...body, ...(assignee && { assignedToID: assignee.id }) } })
    return data.id
  }
  const offer = (id: string, amountCents: number, terms: Terms = {}, by = owner) =>
    by.api.offers.set({ params: { id }, body: { amountCents, mode: 'claim', ...terms } })
  const held = async (who: Person, amountCents: number, title?: string) => {
    const id = await addTask(who, title)
    await offer(id, amountCents, { mode: 'assigned', payDays: 10 })
    return id
  }
  const owed = async (who: Person, amountCents: number, title?: string) => {
    const id = await held(who, amountCents, title)
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    return id
  }
  const key = () => unique('payment-')
  return {
    ...{ owner, ana, ben, params, setBudget, addTask, offer, held, owed },
    handIn: (taskID, by = ana) =>
      by.api.submissions.create({
        params: { id: taskID },
        body: { aiUse: 'none', idempotencyKey: unique('hand-in-') },
      }),
    pay: async (who, taskID, amountCents, { by = owner, ...more } = {}) => {
      const body = { userID: who.id, taskID, amountCents, currency: 'USD', idempotencyKey: key(), ...more }
      return (await by.api.payments.create({ params, body })).data
    },
    payDues: async (taskIDs, { by = owner, ...more } = {}) =>
      (await by.api.dues.pay({ params, body: { taskIDs, idempotencyKey: key(), ...more } })).data,
    ledger: async (taskID) => {
      // What a payment writes by itself has a random ID.
      const { rows } = await sql<{ kind: string; cents: number }>`
        select kind, amount_cents::float8 as cents from ledger_entries where task_id = ${taskID} order by created_at, id`.execute(
        db,
      )
      const { rows: balances } = await sql<{ account: string; cents: number }>`
        select account, amount_cents::float8 as cents from ledger_balances where project_id = ${params.id}`.execute(db)
      const { rows: claims } = await sql<{ id: string }>`select id from claims where task_id = ${taskID}`.execute(db)
      const of = (account: string) => balances.find((row) => row.account === account)?.cents ?? 0
      return {
        entries: rows.map(({ kind, cents }) => `${kind} ${cents}`),
        reserved: of(`reserved:${taskID}`),
        due: claims.reduce((sum, { id }) => sum + of(`due:${id}`), 0),
        used: 0 - of('budget'),
      }
    },
    claimOf: (taskID) =>
      db
        .selectFrom('claims')
        .selectAll()
        .where('task_id', '=', taskID)
        .orderBy('claimed_at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    passDays: async (days) => {
      await db.transaction().execute(async (tx) => {
        // A trigger refuses to change a payment.
        await sql`set local session_replication_role = replica`.execute(tx)
        const back = sql`make_interval(days => ${days})`
        await sql`update claims set pay_by = pay_by - ${back} where project_id = ${params.id}`.execute(tx)
        await sql`update payments set created_at = created_at - ${back} where project_id = ${params.id}`.execute(tx)
        await sql`update proposals set created_at = created_at - ${back}, ends_at = ends_at - ${back}
          where claim_id in (select id from claims where project_id = ${params.id})`.execute(tx)
      })
      // Its triggers did not hear of it.
      await sql`select count_due(id) from claims where project_id = ${params.id}`.execute(db)
    },
  }
}

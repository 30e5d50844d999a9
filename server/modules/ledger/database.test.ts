import { sql, type Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimalsOf } from '#shared/rules/money.ts'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { LedgerEntries } from '#server/db/schema.generated.ts'

let scratch: ScratchDatabase
let userID: string
let projectID: string
beforeAll(async () => {
  scratch = await createScratchDatabase()
  ;({ userID, projectID } = await someProject(scratch.db))
})
afterAll(() => scratch.drop())

const someProject = async (db: Db) => {
  const [user, project] = [uuidv7(), uuidv7()]
  await sql`insert into users (id, email, username, password_hash)
    values (${user}, ${`${user}@example.org`}, ${user.slice(-20)}, 'x')`.execute(db)
  await sql`insert into projects (id, title, description, created_by) values (${project}, 'Atlas', 'Birds.', ${user})`.execute(
    db,
  )
  return { userID: user, projectID: project }
}

type Entry = Insertable<LedgerEntries>
const [taskID, claimID] = [uuidv7(), uuidv7()]
const [reserved, due, paid] = [`reserved:${taskID}`, `due:${claimID}`, () => `paid:${userID}`]
const entry = (kind: Entry['kind'], from: string, to: string, more: Partial<Entry> = {}): Entry => ({
  ...{ id: uuidv7(), project_id: projectID, task_id: taskID, claim_id: claimID, user_id: userID, currency: 'USD' },
  ...{ from_account: from, to_account: to, amount_cents: 1000, kind, created_at: new Date() },
  payment_id: ['settle', 'pay', 'void', 'missing'].includes(kind) ? uuidv7() : null,
  ...more,
})
const addEvent = async (tx: Tx) => {
  const id = uuidv7()
  await sql`insert into events (id, kind, project_id, created_at) values (${id}, 'project.changed', ${projectID}, now())`.execute(
    tx,
  )
  return id
}
/** Writes an entry with an event of its own, then undoes all: what the database thinks of it is the result. */
const tried = (...entries: Entry[]) =>
  scratch.db
    .transaction()
    .execute(async (tx) => {
      for (const one of entries)
        await tx
          .insertInto('ledger_entries')
          .values({ event_id: await addEvent(tx), ...one })
          .execute()
      const balances = await tx.selectFrom('ledger_balances').selectAll().orderBy('account').execute()
      throw Object.assign(new Error('undone'), { balances })
    })
    .catch((failure: Error & { balances?: Array<{ account: string; amount_cents: string }> }) =>
      failure.balances
        ? Object.fromEntries(failure.balances.map((row) => [row.account, Number(row.amount_cents)]))
        : failure.message,
    )
const reserve = () => entry('reserve', 'budget', reserved)
const owe = () => entry('due', reserved, due)

test('[LEDGER-01] an entry of the ledger can be neither changed nor deleted', async () => {
  await scratch.db.transaction().execute(async (tx) => {
    const pay = entry('pay', 'budget', paid(), { event_id: await addEvent(tx) })
    await tx.insertInto('ledger_entries').values(pay).execute()
  })
  for (const statement of ['update ledger_entries set amount_cents = 1', 'delete from ledger_entries'])
    await expect(sql.raw(statement).execute(scratch.db)).rejects.toThrow('never changed or deleted')
  await expect(sql`truncate ledger_entries`.execute(scratch.db)).rejects.toThrow('never changed or deleted')
})

test('[LEDGER-02] an entry belongs to an event of its own transaction, and only old payments have none', async () => {
  const elsewhere = await scratch.db.transaction().execute(addEvent)
  expect(await tried(entry('reserve', 'budget', reserved, { event_id: elsewhere }))).toMatch('event of its own')
  expect(await tried(entry('reserve', 'budget', reserved, { event_id: null }))).toMatch('ledger_entries_event_check')
  expect(await tried(entry('reserve', 'budget', reserved, { amount_cents: 0 }))).toMatch('amount_cents_check')
})

test('[LEDGER-03] each kind of entry goes between its own accounts only', async () => {
  const accounts = ['budget', reserved, due, paid(), `reserved:${claimID}`, `due:${taskID}`, `paid:${taskID}`]
  const allowed = {
    ...{ reserve: [['budget', reserved]], raise: [['budget', reserved]], release: [[reserved, 'budget']] },
    ...{ due: [[reserved, due]], settle: [[due, paid()]], pay: [['budget', paid()]], forgive: [[due, 'budget']] },
    void: [
      [paid(), 'budget'],
      [paid(), due],
    ],
    missing: [
      [paid(), 'budget'],
      [paid(), due],
    ],
  }
  for (const kind of Object.keys(allowed) as Array<keyof typeof allowed>)
    for (const from of accounts)
      for (const to of accounts) {
        const isRefused = JSON.stringify(await tried(reserve(), owe(), entry(kind, from, to))).includes(
          'accounts_check',
        )
        expect([kind, from, to, isRefused]).toEqual([
          kind,
          from,
          to,
          !allowed[kind].some((pair) => pair[0] === from && pair[1] === to),
        ])
      }
})

test('[LEDGER-04] balances change with the entry, and nothing that is reserved or due is ever below zero', async () => {
  expect(await tried(reserve(), owe())).toMatchObject({ [reserved]: 0, [due]: 1000 })
  expect(await tried(reserve(), entry('due', reserved, due, { amount_cents: 1001 }))).toMatch('ledger_balances_check')
  expect(await tried(reserve(), owe(), entry('forgive', due, 'budget', { amount_cents: 2000 }))).toMatch(
    'ledger_balances_check',
  )
  expect(await tried(entry('release', reserved, 'budget'))).toMatch('ledger_balances_check')
  expect(await tried(reserve(), owe(), reserve(), owe())).toMatch('ledger_entries_due_key')
})

test('[OFFER-33] the database counts hundredths as the money rules count decimals', async () => {
  const { rows } = await sql<{ code: string; cents: number }>`
    select code, hundredths_of(code, 1000)::float8 as cents
    from unnest(${Intl.supportedValuesOf('currency')}::text[]) as code`.execute(scratch.db)
  for (const { code, cents } of rows) expect([code, cents]).toEqual([code, (1000 * 100) / 10 ** decimalsOf(code)])
})

test('[LEDGER-17] [LEDGER-18] the migration enters all payments, with equal sums, and takes their currency', async () => {
  const old = await createScratchDatabase({ empty: true })
  try {
    await migrateToLatest(
      old.db,
      migrations.filter(({ name }) => name < '0068'),
    )
    const pay = async (
      who: Awaited<ReturnType<typeof someProject>>,
      amount: number,
      currency: string,
      isVoid = false,
    ) => {
      const recordingID = uuidv7()
      await sql`insert into payment_recordings (id, project_id, recorded_by, idempotency_key, request_hash)
        values (${recordingID}, ${who.projectID}, ${who.userID}, ${recordingID}, 'x')`.execute(old.db)
      await sql`insert into payments (id, recording_id, position, project_id, user_id, amount_cents, currency, voided_at, voided_by)
        values (${uuidv7()}, ${recordingID}, 0, ${who.projectID}, ${who.userID}, ${amount}, ${currency},
          ${isVoid ? new Date() : null}, ${isVoid ? who.userID : null})`.execute(old.db)
    }
    const [euro, both, yen, none] = await Promise.all([1, 2, 3, 4].map(() => someProject(old.db)))
    if (!euro || !both || !yen || !none) throw new Error('There are not four projects.')
    await pay(euro, 500, 'EUR')
    await pay(euro, 70, 'USD', true)
    await pay(both, 20, 'EUR')
    await pay(both, 30, 'USD')
    await pay(yen, 1000, 'JPY')
    await migrateToLatest(old.db)
    const sums = async (of: string) =>
      (
        await sql`
          select project_id, user_id, currency, sum(amount)::float8 as amount from (${sql.raw(of)}) as one
          group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`.execute(old.db)
      ).rows
    const paidSums = await sums(
      'select project_id, user_id, currency, hundredths_of(currency, amount_cents) as amount from payments where voided_at is null',
    )
    expect(paidSums).toHaveLength(4)
    expect(
      await sums(`select project_id, user_id, currency,
        case kind when 'pay' then amount_cents else -amount_cents end as amount from ledger_entries`),
    ).toEqual(paidSums)
    expect(
      await sums(`select project_id, substr(account, 6)::uuid as user_id, currency, amount_cents as amount
        from ledger_balances where account like 'paid:%'`),
    ).toEqual(paidSums)
    const currencies = await old.db.selectFrom('projects').select(['id', 'currency']).orderBy('id').execute()
    const of = (project: { projectID: string }) => currencies.find(({ id }) => id === project.projectID)?.currency
    expect([of(euro), of(both), of(yen), of(none)]).toEqual(['EUR', 'USD', 'JPY', 'USD'])
    // A process of the release before knows nothing of the ledger.
    await pay(none, 9, 'USD')
    const { rows } =
      await sql`select kind, amount_cents::float8 as amount from ledger_entries where project_id = ${none.projectID}`.execute(
        old.db,
      )
    expect(rows).toEqual([{ kind: 'pay', amount: 9 }])
    await sql`update payments set voided_at = now(), voided_by = user_id where project_id = ${none.projectID}`.execute(
      old.db,
    )
    const after =
      await sql`select amount_cents::float8 as amount from ledger_balances where project_id = ${none.projectID}`.execute(
        old.db,
      )
    expect(after.rows).toEqual([{ amount: 0 }, { amount: 0 }])
  } finally {
    await old.drop()
  }
})

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb, type Db, withTx } from './pool.ts'
import { prepared } from './prepared.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { together } from './together.ts'

let scratch: ScratchDatabase
let db: Db
beforeAll(async () => {
  scratch = await createScratchDatabase({ empty: true })
  db = createDb(scratch.url, { max: 2 })
  await sql`create table kept (id integer primary key, n integer not null)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await scratch.drop()
})

const added = (id: number, n: number) => sql`${prepared} insert into kept values (${id}, ${n})`
const count = async (id: number) =>
  (await sql<{ n: number }>`select n from kept where id = ${id}`.execute(db)).rows.map(({ n }) => n)

test('statements sent together run in their order, and the rows of each come back', async () => {
  const [, read, changed, again] = await together<[unknown, { n: number }, { n: number }, { n: number }]>(
    db,
    added(1, 5),
    sql`select n from kept where id = 1`,
    sql`update kept set n = n + 1 where id = 1 returning n`,
    sql`select n from kept where id = 1`,
  )
  expect([read, changed, again]).toEqual([[{ n: 5 }], [{ n: 6 }], [{ n: 6 }]])
})

test('a statement after a lock sees what was committed while the lock was waited for', async () => {
  await added(2, 1).execute(db)
  const events: string[] = []
  let waiting: Promise<unknown> = Promise.resolve()
  await withTx(db, async (tx) => {
    await sql`update kept set n = 2 where id = 2`.execute(tx)
    waiting = withTx(db, (other) =>
      together<[unknown, { n: number }]>(
        other,
        sql`select pg_backend_pid(), id from kept where id = 2 for update`,
        sql`select max(n) as n from kept where id in (2, 3)`,
      ),
    ).then(([, seen]) => events.push(`seen ${seen[0]?.n}`))
    const isWaiting = async (): Promise<boolean> =>
      (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows.length > 0 || (await isWaiting())
    await isWaiting()
    await added(3, 7).execute(tx)
    events.push('committed')
  })
  await waiting
  expect(events).toEqual(['committed', 'seen 7'])
})

test('the first error is thrown, the transaction is rolled back, and the connection works on', async () => {
  const failing = withTx(db, (tx) => together(tx, added(4, 1), sql`select 1 / 0`, added(5, 1)))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect([await count(4), await count(5)]).toEqual([[], []])
})

test('after an error, statements are still prepared', async () => {
  const one = createDb(scratch.url, { max: 1 })
  const fresh = (n: number) => sql`${prepared} select ${n}::integer + 1 as fresh`
  const failing = withTx(one, (tx) => together(tx, sql`select 1 / 0`, fresh(1), fresh(2)))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await together(one, fresh(1), fresh(2))
  await fresh(3).execute(one)
  const { rows } = await sql`select 1 from pg_prepared_statements where statement like '%as fresh'`.execute(one)
  expect(rows).toHaveLength(1)
  await one.destroy()
})

test('they are sent without waiting for the answers of the ones before', async () => {
  const sent: boolean[] = []
  let answered = 0
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => Promise<unknown> }
  const watching = function (this: unknown, ...args: unknown[]) {
    sent.push(answered === 0 && (this as { pipeline: boolean }).pipeline)
    return query.apply(this, args).finally(() => (answered += 1))
  }
  await sql`select 1`.execute(db)
  Object.assign(pg.Client.prototype, { query: watching })
  try {
    // The pool's connections have their own function, which calls that of all.
    const other = createDb(scratch.url, { max: 1 })
    await sql`select 1`.execute(other)
    sent.length = answered = 0
    await together(other, sql`select 1`, sql`select 2`, sql`select 3`)
    expect(sent).toEqual([true, true, true])
    await other.destroy()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
})

test('in a transaction, statements begun at once share a journey, and each sees what a lock before it has waited for', async () => {
  await added(6, 1).execute(db)
  const statements = watchStatements(1)
  const own = createDb(scratch.url, { max: 2 })
  await sql`select 1`.execute(own)
  let seen: unknown
  await statements.during(() =>
    withTx(own, async (tx) => {
      seen = await Promise.all([
        tx
          .selectFrom(sql<{ n: number }>`kept`.as('k'))
          .select('k.n')
          .where('k.n', '=', 1)
          .execute(),
        sql`update kept set n = 2 where id = 6`.execute(tx).then(({ numAffectedRows }) => numAffectedRows),
        sql<{ n: number }>`select n from kept where id = 6`.execute(tx).then(({ rows }) => rows),
      ])
    }),
  )
  expect([seen, statements.journeys()]).toEqual([[[{ n: 1 }], 1n, [{ n: 2 }]], 2])
  const failing = withTx(own, (tx) =>
    Promise.all([added(7, 1).execute(tx), sql`select 1 / 0`.execute(tx), added(8, 1).execute(tx)]),
  )
  await expect(failing).rejects.toThrow('division by zero')
  expect(await count(7)).toEqual([])
  statements.restore()
  await own.destroy()
})

test('what goes on beside something that has failed writes nothing when the transaction is rolled back', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const failing = withTx(db, async (tx) => {
    const first = sql`select 1`.execute(tx)
    late = (async () => {
      await sql`select pg_sleep(0.02)`.execute(tx)
      await added(9, 1).execute(tx)
    })()
    // It may fail before the test looks at it.
    late.catch(() => undefined)
    await first
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await expect(late).rejects.toThrow(/transaction is (over|already rolled back)/i)
  expect(await count(9)).toEqual([])
})

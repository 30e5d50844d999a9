import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminQuery, postgresUrl } from '#support/postgres.ts'
import { findProfile } from '../modules/people/repository.ts'
import { migrateToLatest } from './migrate.ts'
import { up as foldingOfAnyScript } from './migrations/0105_folding_of_any_script.ts'
import { createDb, type Db } from './pool.ts'

// The small letter of I is ı there.
const name = `turkish_${process.pid}`
let db: Db
beforeAll(async () => {
  const about = "encoding utf8 locale_provider icu icu_locale 'tr-TR' template template0"
  await adminQuery(postgresUrl(), `create database "${name}" ${about}`)
  const url = new URL(postgresUrl())
  url.pathname = `/${name}`
  db = createDb(url.href)
  await migrateToLatest(db)
})
afterAll(async () => {
  await db.destroy()
  await adminQuery(postgresUrl(), `drop database "${name}" with (force)`)
})

test('in a database of a Turkish locale a username is found and taken in any letter case', async () => {
  const add = (username: string) =>
    db
      .insertInto('users')
      .values({ id: uuidv7(), password_hash: '-', email: `${username}@example.org`, username, is_email_verified: true })
      .execute()
  await add('IRIS_I')
  for (const username of ['IRIS_I', 'iris_i']) expect(await findProfile(db, username), username).toBeDefined()
  await expect(add('iris_i')).rejects.toThrow('users_username_key')
})

test('in a database of a Turkish locale searches find I, İ and ı by i', async () => {
  const { rows } = await sql<{ folded: string }>`
    select fold_text(text) as folded from unnest(array['ISTANBUL BIG', 'İstanbul bıg', 'ıstanbul big']) as text`.execute(
    db,
  )
  expect(new Set(rows.map(({ folded }) => folded))).toEqual(new Set(['istanbul big']))
})

test('of two people that such a database took for two names the later one gets a name of their own, and soft hyphens fold', async () => {
  await sql`drop index users_username_key`.execute(db)
  const add = (username: string) =>
    sql<{ id: string }>`
      insert into users (id, password_hash, email, username, name, is_email_verified)
      values (${uuidv7()}, '-', ${`${username}@example.net`}, ${username}, E'Co\u00adop', true) returning id`
  const [first, second] = [await add('ILSE').execute(db), await add('ilse').execute(db)]
  await sql`create index users_username_key on users (id)`.execute(db)
  await foldingOfAnyScript(db as unknown as Kysely<unknown>)
  const { rows } = await sql<{ id: string; username: string; search_text: string }>`
    select id, username, search_text from users where email like '%@example.net' order by created_at, id`.execute(db)
  const id = second.rows[0]?.id ?? ''
  expect(rows.map((row) => [row.id, row.username])).toEqual([
    [first.rows[0]?.id, 'ILSE'],
    [id, `ilse_${id.slice(-8)}`],
  ])
  expect(rows[0]?.search_text).toContain('coop')
})

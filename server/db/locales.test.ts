import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminQuery, postgresUrl } from '#support/postgres.ts'
import { findProfile } from '../modules/people/repository.ts'
import { migrateToLatest } from './migrate.ts'
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

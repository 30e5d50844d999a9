import { afterAll, expect, test } from 'vitest'
import { adminQuery, postgresUrl } from '#support/postgres.ts'
import { createDb } from '../db/pool.ts'
import { localeWarning } from './setup-warnings.ts'

const names: string[] = []
afterAll(async () => {
  for (const name of names) await adminQuery(postgresUrl(), `drop database "${name}" with (force)`)
})

test.each([
  ['C', true],
  ['C.UTF-8', false],
])('who starts a server on a database of the locale %s is told that searches find less: %s', async (locale, isTold) => {
  const name = `locale_${locale.replace(/\W/g, '_').toLowerCase()}_${process.pid}`
  const about = `encoding utf8 locale_provider libc locale '${locale}' template template0`
  await adminQuery(postgresUrl(), `create database "${name}" ${about}`)
  names.push(name)
  const url = new URL(postgresUrl())
  url.pathname = `/${name}`
  const db = createDb(url.href)
  try {
    expect(await localeWarning(db)).toEqual(isTold ? expect.stringMatching(/knows no letters but a to z/) : null)
  } finally {
    await db.destroy()
  }
})

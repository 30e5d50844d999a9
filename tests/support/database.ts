import { randomBytes } from 'node:crypto'
import { createDb, type Db } from '#server/db/pool.ts'
import { adminQuery, postgresUrl, TEMPLATE } from './postgres.ts'

export type ScratchDatabase = { url: string; db: Db; drop: () => Promise<void> }

/**
 * Makes a database for one test, on the worker's PostgreSQL, with the newest schema and without rows. Call `drop` in afterAll or afterEach; it
 * also closes `db`. With `empty: true` the database has no schema either, for tests of the migrations.
 */
export const createScratchDatabase = async (options: { empty?: boolean } = {}): Promise<ScratchDatabase> => {
  const server = postgresUrl()
  const name = `scratch_${randomBytes(8).toString('hex')}`
  // With file_copy PostgreSQL copies a small template without logging each page: a scratch database costs tens of milliseconds.
  const template = options.empty ? '' : ` template ${TEMPLATE} strategy file_copy`
  await adminQuery(server, `create database ${name}${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = createDb(url.href)
  return {
    url: url.href,
    db,
    drop: async () => {
      await db.destroy()
      await adminQuery(server, `drop database if exists ${name} with (force)`)
    },
  }
}

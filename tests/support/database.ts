import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDb, type Db } from '../../server/db/pool.ts'
import { adminQuery, TEMPLATE } from './postgres.ts'

export type ScratchDatabase = { url: string; db: Db; drop: () => Promise<void> }

/**
 * A database of the test's own: migrated, without rows, on the run's PostgreSQL. Drop it in afterAll/afterEach; that
 * also closes `db`. `empty: true` gives one without even the schema, for tests of the migrations themselves.
 */
export const createScratchDatabase = async (options: { empty?: boolean } = {}): Promise<ScratchDatabase> => {
  const server = inject('postgresUrl')
  const name = `scratch_${randomBytes(8).toString('hex')}`
  // file_copy writes no log of its own for a small template: a scratch database costs tens of milliseconds.
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

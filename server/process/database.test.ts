import { expect, test, vi } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { connectionError, openDatabase } from './database.ts'
import { migrations } from '../db/migrations/index.ts'
import { createLogger } from './log.ts'

const startEmbedded = vi.hoisted(() => vi.fn())
vi.mock('../db/embedded/index.ts', () => ({ startEmbedded }))

/** The options with which an embedded database is started. */
const startedWith = async (options: Parameters<typeof openDatabase>[3]) => {
  startEmbedded.mockReset().mockRejectedValue(new Error('It is not started here.'))
  const { config } = loadConfig(['--data-dir', '/nonexistent/guildhall'], {})
  await expect(openDatabase(config, createLogger('silent'), () => {}, options)).rejects.toThrow('not started here')
  return startEmbedded.mock.calls[0]?.[0] as object
}

test('[BUILD-04] a new database for an older schema, as of an older backup, is made by initdb: the template has the newest', async () => {
  expect(await startedWith({ migrations: migrations.slice(0, 2) })).toMatchObject({ template: null })
  expect(await startedWith({})).not.toHaveProperty('template')
})

test.each([
  ['25006', 'takes no writes: it is a standby, or set to read only. Name the primary.'],
  ['EHOSTUNREACH', 'cannot be reached (EHOSTUNREACH).'],
  ['ENOTFOUND', 'cannot be reached (ENOTFOUND).'],
])('a start that fails with %s says what is wrong', (code, says) => {
  const error = connectionError(Object.assign(new Error('connect'), { code }), 'DATABASE_URL')
  expect(error).toMatchObject({ message: `The database of DATABASE_URL ${says}` })
})

import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { withSchema } from './own-schema.ts'

const read = (url: string) => {
  const client = new pg.Client({ connectionString: withSchema(url, 'guild_a') })
  const { user, password, host, database } = client
  const { options } = (client as unknown as { connectionParameters: { options: string } }).connectionParameters
  return { user, password, host, database, options }
}

test.each([
  ['postgres://u:p@h/db', 'p', '-c search_path=guild_a'],
  ['postgres://u:50%off@h/db', '50%off', '-c search_path=guild_a'],
  ['postgres://u:50%25off@h/db', '50%off', '-c search_path=guild_a'],
  ['postgres://u:a%2Fb@h/db', 'a/b', '-c search_path=guild_a'],
  ['postgres://u:a%C3%A4@h/db', 'aä', '-c search_path=guild_a'],
  ['postgres://u:p@h/db?options=-c%20work_mem%3D8MB&sslmode=disable', 'p', '-c work_mem=8MB -c search_path=guild_a'],
  ['postgres://u:100%@h/db?options=-c+work_mem%3D8MB', '100%', '-c work_mem=8MB -c search_path=guild_a'],
])('[BUILD-06] the driver reads user, password and options of %s with a schema', (url, password, options) => {
  expect(read(url)).toEqual({ user: 'u', password, host: 'h', database: 'db', options })
})

test('[BUILD-06] options of the environment stay beside the schema', () => {
  vi.stubEnv('PGOPTIONS', '-c role=guild_owner')
  expect(read('postgres://u:p@h/db').options).toBe('-c role=guild_owner -c search_path=guild_a')
  vi.unstubAllEnvs()
})

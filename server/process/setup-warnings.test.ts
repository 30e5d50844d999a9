import { expect, test } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { setupWarnings } from './setup-warnings.ts'

const warningsFor = (smtpUrl: string, database = 'postgres://guildhall@db.example.org/guildhall?sslmode=require') => {
  const { config } = loadConfig([], {
    GUILDHALL_DATABASE_URL: database,
    GUILDHALL_SMTP_URL: smtpUrl,
  })
  return setupWarnings(config, {})
}
const CLEAR = /may cross the network in clear/

test.each([
  ['smtp://user:secret@mail.example.org:587', false],
  ['smtp://user:secret@mail.example.org:587?requireTLS=false', true],
  ['smtp://mail.example.org?ignoreTLS=true', true],
  ['smtp://mail.example.org?requireTLS=true', false],
  ['smtps://mail.example.org', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://localhost', false],
])('who starts a server is told when mails may be read on their way: %s', (smtpUrl, isTold) => {
  const told = warningsFor(smtpUrl).filter((warning) => CLEAR.test(warning))
  expect(told).toHaveLength(isTold ? 1 : 0)
  expect(told.join(' ')).not.toContain('secret')
})

test.each([
  ['postgres://guildhall:secret@db.example.org/guildhall', true],
  ['postgres://guildhall:secret@10.0.0.5:5432/guildhall', true],
  ['postgres://guildhall:secret@db.example.org/guildhall?sslmode=verify-full', false],
  ['postgres://guildhall:secret@database/guildhall?sslmode=disable', false],
  ['postgres://guildhall:secret@127.0.0.1:5432/guildhall', false],
  ['postgres://guildhall@%2Fvar%2Frun%2Fpostgresql/guildhall', false],
  ['postgres:///guildhall?host=/var/run/postgresql', false],
])('who starts a server is told when the database may be read on its way: %s', (database, isTold) => {
  const told = warningsFor('smtps://mail.example.org', database).filter((warning) => CLEAR.test(warning))
  expect(told).toHaveLength(isTold ? 1 : 0)
  expect(told.join(' ')).not.toContain('secret')
})

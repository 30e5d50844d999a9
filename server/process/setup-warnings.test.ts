import { expect, test } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { setupWarnings } from './setup-warnings.ts'

const warningsFor = (smtpUrl: string) => {
  const { config } = loadConfig([], {
    GUILDHALL_DATABASE_URL: 'postgres://guildhall@db.example.org/guildhall',
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

import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'
import { signAccessToken } from '../modules/auth/access-tokens.ts'
import { newAccessTokenText } from '../modules/auth/token-text.ts'
import { newRecoveryCodes, newSecret, uriOf } from '../modules/auth/two-step-codes.ts'
import { unsubscribeToken } from '../modules/notifications/unsubscribe.ts'
import { invitationToken, linkTokenOf, newToken, signedID } from '../util/tokens.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const now = new Date()

/** Each kind of secret that we give out, by what makes it. Six digits look like any other number. */
const made: ReadonlyArray<readonly [kind: string, make: () => string | Promise<string>]> = [
  ['an access token', newAccessTokenText],
  ['a recovery code', () => newRecoveryCodes()[0] ?? ''],
  ['a recovery code of before', () => 'K3QF-7M2P-XR4T-9WBC'],
  ['the key of an authenticator app', newSecret],
  ['a refresh, reset, verification or challenge token', newToken],
  ['an invitation token', () => invitationToken('secret', id)],
  ['the token of a mailed link', () => linkTokenOf('secret', id)],
  ['a way-back token', () => signedID('secret', 'email-recovery', id).split('.')[1] ?? ''],
  ['a receipt', () => signedID('secret', 'code-mail-receipt', id).split('.')[1] ?? ''],
  [
    'the token of a session',
    () =>
      signAccessToken('a secret of the tests, long enough', now, {
        userID: id,
        familyID: id,
        sessionEnds: new Date(now.getTime() + 1e9),
      }),
  ],
  ['a link that ends mails', () => unsubscribeToken('secret', { userID: id, group: 'direct' }).split('.').at(-1) ?? ''],
]
const places = [
  'failed with %',
  '"token":"%"',
  'GET /reset-password?token=%&email=x',
  'at (%)',
  '%',
  'Error: %.',
  "no '%' here",
]

test.each(made)('%s is in no line of the log, wherever it stands', async (_, make) => {
  for (let n = 0; n < 20; n += 1) {
    const secret = await make()
    expect(secret.length).toBeGreaterThan(15)
    for (const place of places) expect(maskSecrets(place.replace('%', secret))).not.toContain(secret)
  }
})

test('the QR code’s address has no key', () => {
  const key = newSecret()
  expect(maskSecrets(`failed to draw ${uriOf(key, 'ada')}`)).not.toContain(key)
})

test('IDs, times, words and numbers stay readable', () => {
  const line = `{"level":30,"time":"2026-11-25T18:41:39.011Z","id":"${id}","msg":"GET /api/projects/${id} 200","network":"203.0.113.0/24","build":"3f2c9f0e5d7a4b1c8e6f2a9d0b7c4e1f8a5d2c9b"}`
  expect(maskSecrets(line)).toBe(line)
})

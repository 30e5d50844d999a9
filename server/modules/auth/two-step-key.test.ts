import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, TEST_PASSWORD, unique } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { switchOnTwoStep } from '#support/two-step.ts'
import type { Config } from '#server/settings/config.ts'
import { lostKeyWarning } from '#server/process/setup-warnings.ts'
import { KEY_FILE, seal, unseal } from '#server/settings/sealing.ts'

const SECRET = 'the secret of this server, long enough to sign'
let server: TestApp
let folder: string
const others: TestApp[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-two-step-'))
  server = await startTestApp({ config: { secret: SECRET } })
})
afterAll(async () => {
  for (const other of others) await other.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Another process on the same database, with these settings. */
const startWith = async (config: Partial<Config>): Promise<TestApp> => {
  const other = await startTestApp({ url: server.databaseUrl, clock: server.clock, config })
  others.push(other)
  return other
}
const logInAt = async (at: TestApp, emailID: string, code: string) => {
  const answer = await at.client().auth.login({ body: { emailID, password: TEST_PASSWORD } })
  if (!('challenge' in answer)) throw new Error('The password alone was enough.')
  return at.client().auth.secondStep({ body: { challenge: answer.challenge, code } })
}
const rowOf = (userID: string) =>
  server.db.selectFrom('two_step').selectAll().where('user_id', '=', userID).executeTakeFirstOrThrow()
const place = (more: Partial<Config>) => ({
  secret: undefined,
  oldSecret: undefined,
  databaseUrl: undefined,
  dataDir: folder,
  ...more,
})
const LACKS =
  'This server lacks the key of your two-step sign-in, so it cannot check codes. Please tell the people who run it.'

test('[ACCT-15] the secret is sealed for its person, under a key that no row holds', async () => {
  const { id, api } = await createPerson(server)
  const { key } = await switchOnTwoStep(server, api)
  const { sealed, key_id: keyID } = await rowOf(id)
  const at = place({ secret: SECRET })
  expect(sealed.toString('latin1')).not.toContain(key)
  expect(await unseal(at, id, { sealed, keyID })).toEqual({ text: key, isOld: false })
  const other = (await createPerson(server)).id
  expect((await failureOfSeal(unseal(at, other, { sealed, keyID }))).message).toBe(LACKS)
  const changed = Buffer.from(sealed)
  changed[20] = (changed[20] ?? 0) ^ 1
  expect((await failureOfSeal(unseal(at, id, { sealed: changed, keyID }))).message).toBe(LACKS)
  // Sealed twice, one text looks different.
  expect((await seal(at, id, key)).sealed.equals(sealed)).toBe(false)
})
const failureOfSeal = (work: Promise<unknown>) =>
  work.then(
    () => new Error('It was opened.'),
    (error: unknown) => error as Error,
  )

test('[ACCT-15] without GUILDHALL_SECRET the key is a file of mode 0600 in the data directory, made once', async () => {
  const dataDir = join(folder, 'embedded')
  const at = place({ dataDir })
  const made = await Promise.all(Array.from({ length: 8 }, () => seal(at, 'somebody', 'a text')))
  expect(new Set(made.map(({ keyID }) => keyID)).size).toBe(1)
  for (const one of made) expect((await unseal(at, 'somebody', one)).text).toBe('a text')
  const path = join(dataDir, KEY_FILE)
  expect(await readFile(path)).toHaveLength(32)
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  // A setting that is made later seals from then on; what the file has sealed still opens.
  const later = place({ dataDir, secret: SECRET })
  expect(await unseal(later, 'somebody', made[0] ?? { sealed: Buffer.alloc(0), keyID: '' })).toEqual({
    text: 'a text',
    isOld: true,
  })
  // Without the setting the file seals again, and what the former setting has sealed is old.
  const sealed = await seal(later, 'somebody', 'a text')
  expect((await unseal(place({ dataDir, oldSecret: SECRET }), 'somebody', sealed)).isOld).toBe(true)
  expect((await unseal(at, 'somebody', made[0] ?? sealed)).isOld).toBe(false)
  await writeFile(path, 'cut off')
  expect((await failureOfSeal(seal(at, 'somebody', 'a text'))).message).toBe(LACKS)
})

test('[ACCT-16] a server that lacks the key says so, refuses app and recovery codes, and never lets in with the password alone', async () => {
  const { email, api } = await createPerson(server)
  const { next, recoveryCodes } = await switchOnTwoStep(server, api)
  const other = await startWith({ secret: 'another secret, which has never sealed this' })
  for (const code of [next(), recoveryCodes[0] ?? '', 'nonsense'])
    expect(await failureOf(logInAt(other, email, code))).toMatchObject({ status: 503, message: LACKS })
  const { accessToken } = await logInAt(server, email, next())
  const { twoStep } = other.client(accessToken)
  expect((await twoStep.state({})).data).toMatchObject({ isOn: true, unavailable: LACKS })
  const off = await failureOf(twoStep.switchOff({ body: { password: TEST_PASSWORD, code: next() } }))
  expect(off).toMatchObject({ status: 503, message: LACKS })
  // It has cost no try: the server with the key goes on.
  await logInAt(server, email, recoveryCodes[0] ?? '')
})

test('[ACCT-16] the secret from before goes on to open, and the next sign-in seals anew', async () => {
  const { id, email, api } = await createPerson(server)
  const { next } = await switchOnTwoStep(server, api)
  const secret = 'the secret after that one, long enough, too'
  const before = await rowOf(id)
  await logInAt(await startWith({ secret, oldSecret: SECRET }), email, next())
  const after = await rowOf(id)
  expect(after.key_id).not.toBe(before.key_id)
  await logInAt(await startWith({ secret }), email, next())
})

test('[ACCT-16] a server that lacks the key says at its start how many people cannot sign in', async () => {
  const { email, api } = await createPerson(server)
  const { next } = await switchOnTwoStep(server, api)
  await logInAt(server, email, next())
  const { config } = server.deps
  expect(
    await lostKeyWarning(server.db, { ...config, oldSecret: 'the secret after that one, long enough, too' }),
  ).toBeNull()
  const said = await lostKeyWarning(server.db, { ...config, secret: 'another secret, which has never sealed this' })
  expect(said).toMatch(/^(One person|\d+ people) cannot sign in: .* sealed under a key that this server lacks\./)
})

test('[ACCT-44] with DATABASE_URL and without GUILDHALL_SECRET it is refused with a sentence that names the setting', async () => {
  const databaseUrl = 'postgres://somebody@db.example.org/guildhall'
  const other = await startWith({ secret: undefined, databaseUrl })
  const { api, email } = await createPerson(other)
  const SENTENCE =
    'Two-step sign-in is not available on this server until the people who run it set GUILDHALL_SECRET: its key must not be in the database.'
  expect((await api.twoStep.state({})).data).toMatchObject({ isOn: false, unavailable: SENTENCE })
  const refused = await failureOf(api.twoStep.setUp({ body: { password: TEST_PASSWORD } }))
  expect(refused).toMatchObject({ status: 503, message: SENTENCE })
  await signedIn(other.client().auth.login({ body: { emailID: email, password: TEST_PASSWORD } }))
  // Who had it before the setting was taken away is not let in with less.
  const one = await createPerson(server)
  const { next } = await switchOnTwoStep(server, one.api)
  expect((await failureOf(logInAt(other, one.email, next()))).status).toBe(503)
})

test('[ACCT-17] with GUILDHALL_ADMIN_2FA=required an administrator gets 403 until two-step sign-in is on; otherwise it is free', async () => {
  const strict = await startWith({ secret: SECRET, adminTwoStep: 'required' })
  const { api, email } = await createPerson(strict, { isAdministrator: true })
  const { accessToken } = await signedIn(
    server.client().auth.login({ body: { emailID: email, password: TEST_PASSWORD } }),
  )
  await server.client(accessToken).waitlist.list({ query: {} })
  const calls = [
    () => api.waitlist.list({ query: {} }),
    () => api.administration.people({ query: {} }),
    () => api.creatorApplications.list({ query: {} }),
    () => api.waitlist.createInvitation({ body: { email: `${unique('new')}@example.org` } }),
  ]
  for (const call of calls)
    expect(await failureOf(call())).toMatchObject({
      status: 403,
      code: 'TWO_STEP_REQUIRED',
      serverMessage:
        'Administrators of this server need two-step sign-in. Please switch it on in Settings → Account first.',
    })
  expect((await api.twoStep.state({})).data).toMatchObject({ isRequired: true, isOn: false })
  await api.users.profile({})
  // Elsewhere they are answered like everybody, who reads no audit.
  expect((await failureOf(api.audit.list({ query: {} }))).status).toBe(403)
  await switchOnTwoStep(strict, api)
  await api.audit.list({ query: {} })
  for (const call of calls) await call()
  const person = await createPerson(strict)
  expect((await person.api.twoStep.state({})).data).toMatchObject({ isRequired: false })
  expect((await failureOf(person.api.waitlist.list({ query: {} }))).message).toBe('Only administrators may do that.')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payoutBody } from '#shared/contract/payout.ts'
import { createPerson, TEST_PASSWORD, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { linkIn, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { seal } from '#server/settings/sealing.ts'

const anyText = expect.any(String) as unknown
const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
const body = (more: object = {}) => ({
  ...{ method: 'bank' as const, details: 'IBAN DE02 1203', receiptName: '', receiptAddress: '' },
  ...{ password: TEST_PASSWORD, ...more },
})
const keep = (who: Person, more?: object) => who.api.payout.set({ body: body(more) })
const read = async (who: Person) => (await who.api.payout.own({})).data
const rowOf = (userID: string) =>
  server.db.selectFrom('payout_details').selectAll().where('user_id', '=', userID).executeTakeFirstOrThrow()
const tokenOf = async (who: Person, scopes: ReadonlyArray<'read' | 'work' | 'manage' | 'admin'>) => {
  const endsAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  const { data } = await who.api.tokens.create({ body: { name: unique('token '), scopes: [...scopes], endsAt } })
  return server.client(data.token)
}

test('[PAYOUT-01] PUT keeps what it is sent; too long a text answers 422', async () => {
  const ana = await createPerson(server)
  await keep(ana, {
    method: 'account',
    details: 'a'.repeat(500),
    receiptName: 'n'.repeat(120),
    receiptAddress: 'p'.repeat(300),
  })
  expect((await read(ana)).details).toMatchObject({
    method: 'account',
    details: 'a'.repeat(500),
    receiptName: 'n'.repeat(120),
    receiptAddress: 'p'.repeat(300),
  })
  for (const method of ['bank', 'account', 'cash', 'other'])
    expect(payoutBody.safeParse(body({ method })).success).toBe(true)
  for (const wrong of [
    { method: 'cheque' },
    { details: 'a'.repeat(501) },
    { details: ' ' },
    { receiptName: 'n'.repeat(121) },
    { receiptAddress: 'p'.repeat(301) },
  ])
    expect(await failureOf(keep(ana, wrong))).toMatchObject({ status: 422 })
})

test('[PAYOUT-01] a wrong password answers 422 and counts as a failed login, for PUT and DELETE together', async () => {
  const ana = await createPerson(server)
  await keep(ana)
  const wrong = { password: 'not this one' }
  for (let tries = 0; tries < 5; tries++) {
    expect(await failureOf(keep(ana, wrong))).toMatchObject({ status: 422, details: [{ path: 'password' }] })
    expect(await failureOf(ana.api.payout.remove({ body: wrong }))).toMatchObject({ status: 422 })
  }
  expect(await failureOf(keep(ana))).toMatchObject({ status: 429 })
  const login = server.client().auth.login({ body: { emailID: ana.email, password: TEST_PASSWORD } })
  expect(await failureOf(login)).toMatchObject({ status: 429 })
})

test('[PAYOUT-02] GET answers the caller’s own details, DELETE removes them', async () => {
  const [ana, ben] = [await createPerson(server), await createPerson(server)]
  await keep(ana)
  expect((await read(ana)).details).toMatchObject({ method: 'bank', details: 'IBAN DE02 1203' })
  expect((await read(ben)).details).toBe(null)
  await ana.api.payout.remove({ body: { password: TEST_PASSWORD } })
  expect((await read(ana)).details).toBe(null)
  expect(await failureOf(ana.api.payout.remove({ body: { password: TEST_PASSWORD } }))).toMatchObject({ status: 404 })
})

test('[PAYOUT-02] every call for payout details is closed to access tokens', async () => {
  const { owner, ana, params, owed } = await createRewardWorld(server)
  const taskID = await owed(ana, 4_000)
  await keep(ana)
  const [own, manager] = [await tokenOf(ana, ['read', 'work', 'manage']), await tokenOf(owner, ['read', 'manage'])]
  const calls = [
    () => own.payout.own({}),
    () => own.payout.set({ body: body() }),
    () => own.payout.remove({ body: { password: TEST_PASSWORD } }),
    () => own.payout.closeQuestion({ body: {} }),
    () => manager.payout.ofDue({ params: { ...params, taskID } }),
  ]
  for (const call of calls) expect(await failureOf(call())).toMatchObject({ status: 403 })
})

test('[PAYOUT-03] the database has only the seal, which opens in no other row', async () => {
  const [ana, ben] = [await createPerson(server), await createPerson(server)]
  await keep(ana, { details: 'quetzal in the bank', receiptName: 'quetzal', receiptAddress: 'quetzal street' })
  const { rows } = await sql<{ all: string }>`
    select string_agg(t::text, '|') || string_agg(encode(t.sealed, 'escape'), '|') as all from payout_details t`.execute(
    server.db,
  )
  expect(rows[0]?.all).not.toContain('quetzal')
  const { sealed, key_id } = await rowOf(ana.id)
  await keep(ben)
  const put = (row: { sealed: Buffer; key_id: string }) =>
    server.db.updateTable('payout_details').set(row).where('user_id', '=', ben.id).execute()
  await put({ sealed, key_id })
  expect(await read(ben)).toMatchObject({ details: null, isUnreadable: true })
  // Nor does a seal that another part of the server has made for the same person.
  const other = await seal(server.deps.config, ben.id, JSON.stringify(body()))
  await put({ sealed: other.sealed, key_id: other.keyID })
  expect(await read(ben)).toMatchObject({ details: null, isUnreadable: true })
})

test('[PAYOUT-06] a change tells the person at once, by a notice and a mail', async () => {
  const ana = await createPerson(server)
  await keep(ana)
  expect((await ana.api.notifications.list({ query: {} })).data.map(({ kind }) => kind)).toContain('payout.changed')
  const [mail] = await server.mails(ana.email)
  expect(mail?.subject).toBe('Your payout details were changed')
  expect(`${mail?.text} ${mail?.html}`).not.toContain('IBAN')
  await ana.api.payout.remove({ body: { password: TEST_PASSWORD } })
  expect((await server.mails(ana.email))[0]?.subject).toBe('Your payout details were changed')
})

test('[PAYOUT-06] ‘this was not me’ removes the details and ends all sessions and tokens, once', async () => {
  const ana = await createPerson(server)
  const { accessToken } = await signedIn(
    server.client().auth.login({ body: { emailID: ana.email, password: TEST_PASSWORD } }),
  )
  const token = await tokenOf(ana, ['read'])
  await keep(ana)
  const link = linkIn((await server.mails(ana.email)).find(({ kind }) => kind === 'payout-changed'))
  expect(link.path).toBe('/not-me')
  const use = () => server.client().payout.notMe({ body: { token: link.token } })
  const all = await Promise.allSettled([use(), use(), use()])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await failureOf(use())).toMatchObject({ status: 422, code: 'INVALID_TOKEN' })
  for (const api of [ana.api, server.client(accessToken), token])
    expect(await failureOf(api.users.profile({}))).toMatchObject({ status: 401 })
  expect(await server.db.selectFrom('payout_details').selectAll().where('user_id', '=', ana.id).execute()).toEqual([])
  const mails = (await server.mails(ana.email)).map(({ subject }) => subject)
  expect(mails).toContain('Your payout details were removed')
})

test('[PAYOUT-06] the link is good for 7 days, and nobody makes one', async () => {
  const ana = await createPerson(server)
  await keep(ana)
  const { token } = linkIn((await server.mails(ana.email))[0])
  const [id] = token.split('.')
  for (const made of ['', id ?? '', `${id}.x`, `${id}.${'A'.repeat(43)}`])
    if (made)
      expect(await failureOf(server.client().payout.notMe({ body: { token: made } }))).toMatchObject({ status: 422 })
  server.clock.advance(7 * 86_400 + 1)
  expect(await failureOf(server.client().payout.notMe({ body: { token } }))).toMatchObject({ status: 422 })
  await rowOf(ana.id)
})

test('[PAYOUT-22] the events say nothing of the details', async () => {
  const { owner, ana, params, owed } = await createRewardWorld(server)
  const taskID = await owed(ana, 4_000)
  await keep(ana)
  await owner.api.payout.ofDue({ params: { ...params, taskID } })
  const events = await server.db
    .selectFrom('events')
    .select(['kind', 'data', 'actor_id'])
    .where('subject_id', '=', ana.id)
    .where('kind', 'like', 'payout.%')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { kind: 'payout.changed', data: { network: anyText }, actor_id: ana.id },
    { kind: 'payout.read', data: { claimID: anyText }, actor_id: owner.id },
  ])
})

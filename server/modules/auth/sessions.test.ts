import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser } from '#support/factories.ts'
import { TEST_SECRET, type TestApp, testApp } from '#support/server.ts'

const server = testApp()
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))

const refresh = (refreshToken: string, at: TestApp = server) =>
  at.client().auth.refreshToken({ body: { refreshToken } })
const whoAmI = (accessToken: string, at: TestApp = server) => at.client(accessToken).users.username({})

test('[SESS-21] the access token is a signed JWT that is valid for 15 minutes', async () => {
  const { accessToken, user } = await createUser(server)
  expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const { sub, iat = 0, exp = 0 } = decodeJwt(accessToken)
  expect({ sub, seconds: exp - iat }).toEqual({ sub: user.id, seconds: 15 * 60 })
  server.clock.advance(15 * 60 - 5)
  await expect(whoAmI(accessToken)).resolves.toMatchObject({ data: { username: user.username } })
  server.clock.advance(10)
  expect(await failureOf(whoAmI(accessToken))).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
})

test('[SESS-21] a token with another signature or for another purpose is refused', async () => {
  const { accessToken } = await createUser(server)
  const claims = decodeJwt(accessToken)
  const key = new TextEncoder().encode(TEST_SECRET)
  const forged = [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('x'.repeat(40))),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(key),
    await new SignJWT({ ...claims, aud: 'elsewhere' }).setProtectedHeader({ alg: 'HS256' }).sign(key),
    `${accessToken.slice(0, -2)}xx`,
    'nonsense',
  ]
  for (const token of forged) expect((await failureOf(whoAmI(token))).status).toBe(401)
})

test('[SESS-22] the refresh token is opaque, stored hashed, and valid for 30 days', async () => {
  const { refreshToken } = await createUser(server)
  expect(Buffer.from(refreshToken, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(await server.db.selectFrom('refresh_tokens').selectAll().execute())).not.toContain(refreshToken)
  server.clock.advance(30 * 24 * 3600 - 60)
  const { refreshToken: next } = await refresh(refreshToken)
  server.clock.advance(30 * 24 * 3600 + 60)
  expect(await failureOf(refresh(next))).toMatchObject({ status: 401, code: 'INVALID_TOKEN' })
})

test('[SESS-23][WIRE-31] each use replaces the refresh token and answers a pair without an envelope', async () => {
  const { user, refreshToken } = await createUser(server)
  const next = await refresh(refreshToken)
  expect(next).toEqual({
    accessToken: expect.stringMatching(/^eyJ/) as string,
    refreshToken: expect.any(String) as string,
    userID: user.id,
    isEmailVerified: true,
  })
  expect(next.refreshToken).not.toBe(refreshToken)
  await expect(whoAmI(next.accessToken)).resolves.toBeDefined()
})

test('[SESS-24] using an old token ends the whole session, access tokens included', async () => {
  const { refreshToken: first } = await createUser(server)
  const second = await refresh(first)
  const third = await refresh(second.refreshToken)
  expect((await failureOf(refresh(first))).status).toBe(401)
  expect((await failureOf(refresh(third.refreshToken))).status).toBe(401)
  expect((await failureOf(whoAmI(third.accessToken))).status).toBe(401)
})

test('[SESS-24] other sessions of the account go on', async () => {
  const { user, refreshToken } = await createUser(server)
  const { openSession } = await import('./sessions.ts')
  const other = await openSession(server.deps, server.db, user.id)
  const second = await refresh(refreshToken)
  await refresh(second.refreshToken)
  await failureOf(refresh(refreshToken))
  await expect(refresh(other.refreshToken)).resolves.toBeDefined()
})

test('[SESS-42] the immediate parent is accepted for 10 seconds', async () => {
  const { refreshToken } = await createUser(server)
  await refresh(refreshToken)
  server.clock.advance(9)
  const again = await refresh(refreshToken)
  await expect(whoAmI(again.accessToken)).resolves.toBeDefined()
  await expect(refresh(again.refreshToken)).resolves.toBeDefined()
})

test('[SESS-42] after 10 seconds the parent ends the session', async () => {
  const { refreshToken } = await createUser(server)
  const next = await refresh(refreshToken)
  server.clock.advance(11)
  expect((await failureOf(refresh(refreshToken))).status).toBe(401)
  expect((await failureOf(refresh(next.refreshToken))).status).toBe(401)
})

test('[SESS-42] 100 parallel uses of one token in two processes all get a pair of one session', async () => {
  const { refreshToken } = await createUser(server)
  const uses = Array.from({ length: 100 }, (_, i) => refresh(refreshToken, i % 2 ? server : twin))
  const pairs = await Promise.all(uses)
  expect(new Set(pairs.map((pair) => pair.refreshToken)).size).toBe(100)
  expect(new Set(pairs.map((pair) => decodeJwt(pair.accessToken)['sid'])).size).toBe(1)
  const used = await refresh(pairs[7]?.refreshToken ?? '')
  // The first use of one pair retires all its siblings.
  expect((await failureOf(refresh(pairs[8]?.refreshToken ?? ''))).status).toBe(401)
  expect((await failureOf(whoAmI(used.accessToken))).status).toBe(401)
}, 30_000)

test('[WIRE-32] logout ends the session at once in every process, and accepts any token', async () => {
  const { accessToken, refreshToken } = await createUser(server)
  await expect(server.client().auth.logout({ body: { refreshToken } })).resolves.toBeDefined()
  for (const at of [server, twin]) {
    expect((await failureOf(whoAmI(accessToken, at))).status).toBe(401)
    expect((await failureOf(refresh(refreshToken, at))).status).toBe(401)
  }
  await expect(server.client().auth.logout({ body: { refreshToken } })).resolves.toBeDefined()
  await expect(server.client().auth.logout({ body: { refreshToken: '' } })).resolves.toBeDefined()
})

test('[SESS-37] a right that is taken away is gone with the next call', async () => {
  const { user, accessToken } = await createUser(server, { isAdministrator: true })
  await expect(server.client(accessToken).waitlist.list({ query: {} })).resolves.toBeDefined()
  await server.db.updateTable('users').set({ is_administrator: false }).where('id', '=', user.id).execute()
  expect((await failureOf(twin.client(accessToken).waitlist.list({ query: {} }))).status).toBe(403)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scope } from '#shared/contract/index.ts'
import { createPerson, createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { startTestApp, type TestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { switchOnTwoStep } from '#support/two-step.ts'

const server = testApp()
/** Another process on the same database, whose administrators need two-step sign-in. */
let strict: TestApp
beforeAll(async () => {
  const how = { url: server.databaseUrl, clock: server.clock, config: { adminTwoStep: 'required' as const } }
  strict = await startTestApp({ ...how, deps: { liveTimes: { every: 100, heartbeat: 600, patience: 500 } } })
})
afterAll(async () => {
  await strict.close()
})

const administratorOf = async () => {
  const { user, accessToken } = await createUser(server, { isAdministrator: true })
  return { ...user, accessToken, api: server.client(accessToken) }
}
const within = { timeout: 15_000, interval: 20 }
const day = 86_400_000
const tokenOf = async ({ api }: { api: ReturnType<TestApp['client']> }, ...scopes: Scope[]) => {
  const endsAt = new Date(server.clock.now().getTime() + day).toISOString()
  return (await api.tokens.create({ body: { name: scopes.join(), scopes, endsAt } })).data.token
}
/** Somebody joins the waitlist and is invited, and somebody applies to be a creator: what administrators alone hear of. */
const happenings = async (inviter: ReturnType<TestApp['client']>) => {
  const email = `${unique('guest')}@example.org`
  await inviter.waitlist.createInvitation({ body: { email } })
  const applicant = await createPerson(server)
  await applicant.api.creatorApplications.apply({ body: {} })
}
const forAdministrators = (frames: ReadonlyArray<{ kind: string }>) =>
  [...new Set(frames.map(({ kind }) => kind).filter((kind) => /^(waitlist|creatorApplication)\./.test(kind)))].sort()
const both = ['creatorApplication.sent', 'waitlist.invited']
const inboxOf = async (at: TestApp, token: string) => {
  const { notifications } = at.client(token)
  const [{ data }, { data: count }] = await Promise.all([
    notifications.list({ query: { limit: 100 } }),
    notifications.count({}),
  ])
  return { kinds: data.map(({ kind }) => kind).filter((kind) => kind.startsWith('creatorApplication')), ...count }
}

test('an administrator’s token without the scope admin hears nothing that is for administrators, in stream and inbox', async () => {
  const [administrator, other] = [await administratorOf(), await administratorOf()]
  const tokens = {
    session: administrator.accessToken,
    admin: await tokenOf(administrator, 'read', 'admin'),
    read: await tokenOf(administrator, 'read', 'work', 'manage'),
  }
  const [session, admin, read] = [
    await followStream(server, tokens.session),
    await followStream(server, tokens.admin),
    await followStream(server, tokens.read),
  ]
  await happenings(other.api)
  for (const stream of [session, admin]) await expect.poll(() => forAdministrators(stream.frames), within).toEqual(both)
  // What is for everybody still comes, and after all that was not for this token.
  await tokenOf(administrator, 'read')
  await expect.poll(() => read.frames.some(({ kind }) => kind === 'account.tokenMade'), within).toBe(true)
  expect(forAdministrators(read.frames)).toEqual([])
  for (const token of [tokens.session, tokens.admin])
    expect(await inboxOf(server, token)).toMatchObject({
      kinds: ['creatorApplication.sent'],
      forYou: expect.any(Number) as number,
    })
  const [all, less] = [await inboxOf(server, tokens.session), await inboxOf(server, tokens.read)]
  expect(less).toEqual({ ...all, kinds: [], forYou: all.forYou - 1 })
})

test('where administrators need two-step sign-in, one without it hears nothing that is for administrators', async () => {
  const [administrator, other] = [
    await createPerson(server, { isAdministrator: true }),
    await createPerson(server, { isAdministrator: true }),
  ]
  const { accessToken } = await signedIn(
    strict.client().auth.login({ body: { emailID: administrator.email, password: TEST_PASSWORD } }),
  )
  const [free, bound] = [await followStream(server, accessToken), await followStream(strict, accessToken)]
  await happenings(other.api)
  await expect.poll(() => forAdministrators(free.frames), within).toEqual(both)
  // The stream of the other process is at least as far as this, which both hear of.
  const marks = () => bound.frames.filter(({ kind }) => kind === 'account.twoStepOn').length
  expect((await inboxOf(strict, accessToken)).kinds).toEqual([])
  expect((await inboxOf(server, accessToken)).kinds).toEqual(['creatorApplication.sent'])
  await switchOnTwoStep(strict, strict.client(accessToken))
  await expect.poll(marks, within).toBe(1)
  expect(forAdministrators(bound.frames)).toEqual([])
  await happenings(other.api)
  await expect.poll(() => forAdministrators(bound.frames), within).toEqual(both)
  expect((await inboxOf(strict, accessToken)).kinds).toHaveLength(2)
})

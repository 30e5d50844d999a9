import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, unique } from '#support/factories.ts'
import { codeIn, linkIn, startTestApp, type TestApp, testApp } from '#support/server.ts'
import { allJobs } from '#server/process/all-jobs.ts'
import { removeOldJobs } from '#server/jobs/queue.ts'
import { runDueJobs } from '#server/jobs/worker.ts'
import { createLocalMailbox } from '#server/mail/local-mailbox.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { endInvitation, useInvitation } from './repository.ts'

const server = testApp()
let admin: string
beforeAll(async () => {
  admin = (await createUser(server, { isAdministrator: true })).accessToken
})

const address = () => `${unique('wait')}@example.org`
const asAdmin = () => server.client(admin).waitlist
const subscribe = (email: string) => server.client().waitlist.subscribe({ body: { email } })

test('[WIRE-30] subscribe needs no account and answers beta and message without an envelope', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/users/subscribe',
    payload: { email: address() },
  })
  expect(answer.json()).toEqual({ beta: false, message: 'You are on the waitlist.' })
  const invited = address()
  await asAdmin().createInvitation({ body: { email: invited } })
  expect(await subscribe(invited)).toEqual({ beta: true, message: 'Welcome! You can create your account.' })
})

test('a link that ends while somebody registers with it is not used, though it was good when they began', async () => {
  const email = address()
  const { data } = await asAdmin().createInvitation({ body: { email } })
  const { user } = await createUser(server)
  const row = await server.db
    .updateTable('waitlist_entries')
    .set({ invited_token_hash: 'the hash of a link' })
    .where('email', '=', email)
    .returning('invitation_expires_at')
    .executeTakeFirstOrThrow()
  const ends = row.invitation_expires_at?.getTime() ?? NaN
  const use = (now: Date) => useInvitation(server.db, { tokenHash: 'the hash of a link', email, userID: user.id, now })
  expect(await use(new Date(ends))).toBe(false)
  expect(await use(new Date(ends - 1))).toBe(true)
  expect(data.email).toBe(email)
})

test('[WAIT-11] beta is true for invited addresses and for those with an account, in any letter case', async () => {
  const invited = address()
  await asAdmin().createInvitation({ body: { email: invited } })
  const { user } = await createUser(server)
  for (const email of [invited, invited.toUpperCase(), user.email, user.email.toUpperCase()])
    expect((await subscribe(email)).beta).toBe(true)
})

test('[WAIT-12] any other address joins the waitlist, once', async () => {
  const email = address()
  const answers = await Promise.all([email, email.toUpperCase(), email].map(subscribe))
  expect(answers.map(({ beta }) => beta)).toEqual([false, false, false])
  const { data } = await asAdmin().list({ query: { q: email } })
  expect(data).toMatchObject([{ email, isInvited: false, lastInvitedAt: null }])
})

test('subscriptions from one network address are limited', async () => {
  const flooded = await startTestApp({ url: server.databaseUrl, config: { trustedProxies: ['127.0.0.1'] } })
  try {
    const statuses: number[] = []
    for (let i = 0; i < 101; i++) {
      const payload = { email: 'one@example.org' }
      const headers = { 'x-forwarded-for': '10.9.9.9' }
      const { statusCode } = await flooded.app.inject({ method: 'POST', url: '/api/users/subscribe', payload, headers })
      statuses.push(statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await flooded.close()
  }
})

test('[WIRE2-60] an invitation mails a link, and a repeat sends a new one that replaces it', async () => {
  const email = address()
  await subscribe(email)
  const first = await asAdmin().createInvitation({ body: { email } })
  expect(first.data).toMatchObject({ email, isInvited: true, lastInvitedAt: expect.any(String) as string })
  const firstLink = linkIn((await server.mails(email))[0])
  server.clock.advance(5)
  const second = await asAdmin().createInvitation({ body: { email } })
  expect(second.data.id).toBe(first.data.id)
  expect(Date.parse(second.data.lastInvitedAt ?? '')).toBeGreaterThan(Date.parse(first.data.lastInvitedAt ?? ''))
  const secondLink = linkIn((await server.mails(email))[0])
  const validate = (token: string) => server.client().waitlist.validateInvitation({ body: { token, email } })
  expect((await failureOf(validate(firstLink.token))).status).toBe(422)
  await expect(validate(secondLink.token)).resolves.toMatchObject({ data: { isValid: true } })
  expect(JSON.stringify(await server.db.selectFrom('waitlist_entries').selectAll().execute())).not.toContain(
    secondLink.token,
  )
})

test('[WIRE-29] validate-invitation takes token and email and refuses any other pair', async () => {
  const email = address()
  await asAdmin().createInvitation({ body: { email } })
  const { token } = linkIn((await server.mails(email))[0])
  const validate = (body: { token: string; email: string }) => server.client().waitlist.validateInvitation({ body })
  await expect(validate({ token, email: email.toUpperCase() })).resolves.toBeDefined()
  expect(await failureOf(validate({ token, email: address() }))).toMatchObject({ status: 422, code: 'INVALID_TOKEN' })
  expect((await failureOf(validate({ token: 'made-up', email }))).status).toBe(422)
  server.clock.advance(31 * 24 * 3600)
  expect((await failureOf(validate({ token, email }))).status).toBe(422)
  admin = (await createUser(server, { isAdministrator: true })).accessToken
})

describe('an address that is taken off the waitlist', () => {
  const remove = (id: string) => asAdmin().remove({ params: { id } })
  const nobody = '01890a5d-ac96-774b-bcce-b302099a8057'

  test('is forgotten: its link is void, it may not register, and it can ask for access again', async () => {
    const email = address()
    const { data } = await asAdmin().createInvitation({ body: { email } })
    const { token } = linkIn((await server.mails(email))[0])
    await expect(remove(data.id)).resolves.toEqual({ message: 'The address is off the waitlist.' })
    expect((await asAdmin().list({ query: { q: email } })).data).toEqual([])
    const validate = server.client().waitlist.validateInvitation({ body: { token, email } })
    expect(await failureOf(validate)).toMatchObject({ status: 422, code: 'INVALID_TOKEN' })
    const body = { email, username: unique('off'), password: 'a long battery', invitationToken: token }
    expect((await failureOf(server.client().auth.register({ body }))).status).toBe(403)
    expect((await subscribe(email)).beta).toBe(false)
    const { data: again } = await asAdmin().list({ query: { q: email } })
    expect(again).toMatchObject([{ email, isInvited: false }])
    expect(again[0]?.id).not.toBe(data.id)
  })

  test('gets no mail that was still waiting', async () => {
    const email = address()
    const { data } = await asAdmin().createInvitation({ body: { email } })
    const other = address()
    await asAdmin().createInvitation({ body: { email: other } })
    const jobs = () => server.db.selectFrom('jobs').select('id').where('kind', '=', 'waitlist-mail').execute()
    const before = await jobs()
    await remove(data.id)
    // The job is gone, since what a mail server has said of it may name the address; those of others stay.
    expect(await jobs()).toHaveLength(before.length - 1)
    expect(await server.mails(email)).toEqual([])
    expect(await server.mails(other)).toHaveLength(1)
  })

  test('leaves the account that was made with its invitation', async () => {
    const email = address()
    const { data } = await asAdmin().createInvitation({ body: { email } })
    const body = { email, username: unique('off'), password: 'a long battery' }
    await server.client().auth.register({ body })
    await remove(data.id)
    const [mail] = await server.mails(email)
    await server.client().auth.verifyOtp({ body: { email, otp: codeIn(mail) } })
    const login = server.client().auth.login({ body: { emailID: email, password: body.password } })
    await expect(login).resolves.toMatchObject({ isEmailVerified: true })
  })

  test('is answered with 404 when it is not there, and with 403 to other people', async () => {
    expect(await failureOf(remove(nobody))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const { accessToken } = await createUser(server)
    const { waitlist } = server.client(accessToken)
    expect((await failureOf(waitlist.remove({ params: { id: nobody } }))).status).toBe(403)
  })
})

test('an address with an account is not invited', async () => {
  const { user } = await createUser(server)
  const call = asAdmin().createInvitation({ body: { email: user.email } })
  expect(await failureOf(call)).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
})

describe('the mail of an invitation', () => {
  let mailless: TestApp
  let invite: (email: string, unlessInvited?: boolean) => Promise<{ isSkipped: boolean; message?: string | undefined }>
  /** Stands for the mail server's behaviour with each mail. */
  let behave: () => Promise<void>
  const refuse = (error: object) => () => Promise.reject(Object.assign(new Error('not taken'), error))
  const entry = async (email: string) => (await mailless.client(admin).waitlist.list({ query: { q: email } })).data[0]
  const links = async (email: string) => (await mailless.mails(email)).map((mail) => linkIn(mail).token)
  beforeAll(async () => {
    const mailbox = createLocalMailbox(server.clock)
    const mailer = { send: async (mail: Mail) => (await behave(), mailbox.send(mail)) }
    mailless = await startTestApp({ url: server.databaseUrl, clock: server.clock, deps: { mailer, mailbox } })
    invite = async (email, unlessInvited) => {
      const answer = await mailless.client(admin).waitlist.createInvitation({ body: { email, unlessInvited } })
      await runDueJobs(mailless.deps, allJobs)
      return answer
    }
  })
  afterAll(() => mailless.close())

  test('[ADM-10] is sent without anybody’s help once the mail server is back, and the list shows its state', async () => {
    const email = address()
    behave = refuse({})
    expect(await invite(email)).toMatchObject({ data: { email, isInvited: true, mailState: 'queued' } })
    expect(await entry(email)).toMatchObject({ isInvited: true, mailState: 'queued', mailError: 'not taken' })
    behave = async () => {}
    server.clock.advance(16)
    await runDueJobs(mailless.deps, allJobs)
    expect(await entry(email)).toMatchObject({ mailState: 'sent', mailError: null })
    const [token = ''] = await links(email)
    const call = mailless.client().waitlist.validateInvitation({ body: { token, email } })
    await expect(call).resolves.toMatchObject({ data: { isValid: true } })
  })

  test('an address that the mail server refuses fails at once, and inviting it again mails it', async () => {
    const email = address()
    behave = refuse({ code: 'EENVELOPE', responseCode: 550 })
    await invite(email)
    expect(await entry(email)).toMatchObject({ isInvited: true, mailState: 'failed', mailError: 'not taken' })
    behave = async () => {}
    expect(await invite(email, true)).toMatchObject({ isSkipped: false })
    expect(await entry(email)).toMatchObject({ mailState: 'sent' })
    expect(await links(email)).toHaveLength(1)
  })

  test('with unlessInvited an address that has a mail, or waits for one, gets no second mail', async () => {
    const email = address()
    behave = refuse({})
    expect(await invite(email, true)).toMatchObject({ isSkipped: false })
    expect(await invite(email, true)).toMatchObject({ isSkipped: true, data: { mailState: 'queued' } })
    behave = async () => {}
    server.clock.advance(16)
    await runDueJobs(mailless.deps, allJobs)
    expect(await invite(email.toUpperCase(), true)).toMatchObject({ isSkipped: true, data: { mailState: 'sent' } })
    expect(await links(email)).toHaveLength(1)
    expect(await invite(email)).toMatchObject({ isSkipped: false })
    expect(await links(email)).toHaveLength(2)
    const both = address()
    const answers = await Promise.all([invite(both, true), invite(both, true), invite(both, true)])
    expect(answers.filter(({ isSkipped }) => !isSkipped)).toHaveLength(1)
    expect(await links(both)).toHaveLength(1)
  })

  test('a link that was replaced by a newer one, or whose address has registered, is not mailed any more', async () => {
    const [replaced, registered] = [address(), address()]
    behave = refuse({})
    await invite(replaced)
    await invite(replaced)
    await invite(registered)
    await createUser(server, { email: registered })
    await endInvitation(server.db, registered)
    behave = async () => {}
    server.clock.advance(40)
    await runDueJobs(mailless.deps, allJobs)
    expect(await links(replaced)).toHaveLength(1)
    expect(await links(registered)).toEqual([])
    expect((await entry(registered))?.mailState).toBeNull()
  })

  test('a link is valid even when the secret has changed between invitation and mail', async () => {
    const email = address()
    behave = refuse({})
    await invite(email)
    behave = async () => {}
    server.clock.advance(16)
    await runDueJobs({ ...mailless.deps, secret: () => 'another secret, as long as the first one was' }, allJobs)
    const [token = ''] = await links(email)
    const call = mailless.client().waitlist.validateInvitation({ body: { token, email } })
    await expect(call).resolves.toMatchObject({ data: { isValid: true } })
  })

  test('an invitation that waited a month for a mail server has failed', async () => {
    const email = address()
    behave = refuse({})
    await invite(email)
    server.clock.advance(31 * 24 * 3600)
    await removeOldJobs(server.db, allJobs, server.clock.now())
    admin = (await createUser(server, { isAdministrator: true })).accessToken
    expect(await entry(email)).toMatchObject({ mailState: 'failed', mailError: 'not taken' })
    const { data } = await asAdmin().list({ query: { mailState: 'failed', q: email } })
    expect(data).toHaveLength(1)
    expect((await asAdmin().list({ query: { mailState: 'sent', q: email } })).data).toEqual([])
  })

  test('a server without mail says so, and leaves the mail for a server that can send it', async () => {
    const mailer = { send: () => Promise.reject(new Error('none')), isAbsent: true as const }
    const app = await startTestApp({ url: server.databaseUrl, clock: server.clock, deps: { mailer } })
    try {
      const body = { email: address() }
      const answer = await app.client(admin).waitlist.createInvitation({ body })
      expect(answer).toMatchObject({ data: { isInvited: true, mailState: 'queued', mailError: null } })
      expect(answer.message).toContain('cannot send mail yet')
    } finally {
      await app.close()
    }
  })
})

test('[WIRE2-59] the waitlist is paged, newest first, searched and filtered', async () => {
  const word = unique('page_')
  const emails = Array.from({ length: 5 }, (_, i) => `${word}-${i}@example.org`)
  for (const email of emails) await subscribe(email)
  await asAdmin().createInvitation({ body: { email: emails[2] ?? '' } })
  const page = (query: object) => asAdmin().list({ query: { q: word, ...query } })
  const first = await page({ limit: 2 })
  expect(first.pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3 })
  expect(first.data.map(({ email }) => email)).toEqual([emails[4], emails[3]])
  expect((await page({ limit: 2, page: 3 })).data.map(({ email }) => email)).toEqual([emails[0]])
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
  expect(first.data[0]).toMatchObject({ id, isInvited: false, lastInvitedAt: null })
  const { data: invited } = await page({ isInvited: 'true' })
  expect(invited).toMatchObject([{ id, email: emails[2], isInvited: true }])
  expect(Math.abs(server.clock.now().getTime() - Date.parse(invited[0]?.lastInvitedAt ?? ''))).toBeLessThan(60_000)
  expect((await page({ isInvited: 'false' })).pagination.total).toBe(4)
  // Wildcards of SQL are taken literally.
  expect((await asAdmin().list({ query: { q: 'page_' } })).pagination.total).toBe(5)
  expect((await asAdmin().list({ query: { q: 'p_ge' } })).pagination.total).toBe(0)
  expect((await asAdmin().list({ query: { q: '%' } })).pagination.total).toBe(0)
})

describe('the order of the waitlist', () => {
  const word = unique('order_')
  const at = (name: string) => `${name}.${word}@example.org`
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  // Every two entries have equal values, so that only the ID orders them.
  const entries = [
    { email: at('b'), is_invited: false, last_invited_at: null, mail_state: null, created_at: day(1) },
    { email: at('D'), is_invited: true, last_invited_at: day(8), mail_state: 'sent', created_at: day(2) },
    { email: at('a'), is_invited: true, last_invited_at: day(9), mail_state: 'failed', created_at: day(2) },
    { email: at('c'), is_invited: false, last_invited_at: null, mail_state: null, created_at: day(3) },
    { email: at('e'), is_invited: true, last_invited_at: day(9), mail_state: 'failed', created_at: day(3) },
  ].map((entry, number) => ({ id: `01890000-0000-7000-8000-00000000000${number}`, ...entry }))
  beforeAll(() => server.db.insertInto('waitlist_entries').values(entries).execute())

  test.each([
    ['createdAt', 'b D a c e'],
    ['email', 'a b c D e'],
    ['isInvited', 'b c D a e'],
    ['lastInvitedAt', 'b c D a e'],
    ['mailState', 'a e D b c'],
  ])(
    '[WIRE2-59] the list sorted by %s is exactly reversed in the other direction, and pages neither repeat nor lose an entry',
    async (sort, names) => {
      const all = async (direction: string) => {
        const found: string[] = []
        for (const page of [1, 2, 3]) {
          const { data } = await asAdmin().list({ query: { q: word, limit: 2, page, sort, direction } as never })
          found.push(...data.map(({ email }) => email.split('.')[0] ?? ''))
        }
        return found.join(' ')
      }
      expect(await all('asc')).toBe(names)
      expect(await all('desc')).toBe(names.split(' ').reverse().join(' '))
    },
  )

  test('[WIRE2-59] no other column or direction is accepted', async () => {
    for (const query of [{ sort: 'invited_token_hash' }, { sort: 'email', direction: 'asc nulls first' }])
      expect((await failureOf(asAdmin().list({ query: query as never }))).status).toBe(422)
  })
})

test('[SESS-37][PERM-35][PERM-36] the waitlist and its invitations are only for administrators', async () => {
  const { accessToken } = await createUser(server)
  for (const [token, status] of [
    [undefined, 401],
    [accessToken, 403],
  ] as const) {
    const { waitlist } = server.client(token)
    expect((await failureOf(waitlist.list({ query: {} }))).status).toBe(status)
    expect((await failureOf(waitlist.createInvitation({ body: { email: address() } }))).status).toBe(status)
  }
})

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, linkIn, startTestApp, type TestApp } from '#support/server.ts'
import { allJobs } from '#server/process/all-jobs.ts'
import { createRegistry } from '#server/jobs/job.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { runDueJobs, startWorker } from '#server/jobs/worker.ts'
import { withTx } from '#server/db/pool.ts'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'

type ReceivedMail = { to: string; text: string; tries: number }

let server: TestApp
let smtp: SMTPServer
let received: ReceivedMail[] = []
let tries: string[] = []
/** What the mail server answers to the mail's recipient, at this try; undefined takes it. */
let answer: (tried: number) => { responseCode: number; message: string } | undefined = () => undefined

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      tries.push(address)
      const refusal = answer(tries.length)
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }))
    },
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const text = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=').replaceAll('\r\n', '\n')
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', text, tries: tries.length })
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'G <g@example.org>')
  server = await startTestApp({ config: { registration: 'open' }, deps: { mailer }, hasMailbox: false })
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
beforeEach(async () => {
  await server.deps.background.idle()
  await server.db.deleteFrom('jobs').execute()
  received = []
  tries = []
  answer = () => undefined
})

const greylisted = { responseCode: 451, message: '4.7.1 Greylisted, try again later' }
const work = async () => {
  await server.deps.background.idle()
  await runDueJobs(server.deps, allJobs)
}
const register = async () => {
  const body = { email: `${unique('grey')}@example.org`, password: TEST_PASSWORD, username: unique('grey') }
  const { receipt = '' } = await server.client().auth.register({ body })
  return { ...body, receipt }
}
const stateOf = async (receipt: string) => (await server.client().auth.codeMail({ body: { receipt } })).data
const stored = (text: string) => codeIn({ text } as never)

test('a code that is greylisted comes within a minute, and opens the account', async () => {
  answer = (tried) => (tried === 1 ? greylisted : undefined)
  const { email, receipt } = await register()
  await work()
  expect(received).toEqual([])
  expect(await stateOf(receipt)).toEqual({ state: 'delayed', reason: '451 4.7.1 Greylisted, try again later' })
  server.clock.advance(16)
  await work()
  expect(received).toMatchObject([{ to: email }])
  expect(await stateOf(receipt)).toEqual({ state: 'sent', reason: '' })
  const body = { email, otp: stored(received[0]?.text ?? '') }
  await expect(server.client().auth.verifyOtp({ body })).resolves.toMatchObject({ isEmailVerified: true })
})

test('every mail with a code or a link is tried again: reset and new address too', async () => {
  answer = (tried) => (tried % 2 === 1 ? greylisted : undefined)
  const { user, accessToken } = await createUser(server)
  await server.client().auth.forgotPassword({ body: { email: user.email } })
  await work()
  server.clock.advance(16)
  await work()
  const { token } = linkIn({ text: received[0]?.text ?? '' } as never)
  const link = { email: user.email, token }
  await expect(server.client().auth.verifyResetToken({ body: link })).resolves.toBeDefined()

  const email = `${unique('new')}@example.org`
  await server.client(accessToken).account.changeEmail({ body: { email, password: TEST_PASSWORD } })
  await work()
  server.clock.advance(16)
  await work()
  const code = stored(received[1]?.text ?? '')
  await expect(server.client(accessToken).account.confirmEmail({ body: { code } })).resolves.toMatchObject({
    data: { email },
  })
})

test('the tries come after 15 s, 1, 2 and 4 minutes; each mail has the same code, which lives from its sending', async () => {
  answer = (tried) => (tried < 5 ? greylisted : undefined)
  const { email } = await register()
  await work()
  for (const wait of [15, 60, 120, 240]) {
    server.clock.advance(wait - 5)
    const before = tries.length
    await work()
    expect(tries.length, `not before ${wait} s`).toBe(before)
    server.clock.advance(6)
    await work()
  }
  expect(received).toMatchObject([{ to: email, tries: 5 }])
  server.clock.advance(9 * 60)
  const body = { email, otp: stored(received[0]?.text ?? '') }
  await expect(server.client().auth.verifyOtp({ body })).resolves.toMatchObject({ isEmailVerified: true })
})

test('a mail that is refused for good is not tried again, and the screen is told why; another code can be asked for', async () => {
  answer = () => ({ responseCode: 550, message: '5.1.1 No such mailbox' })
  const { email, receipt } = await register()
  await work()
  expect(await stateOf(receipt)).toEqual({ state: 'failed', reason: '550 5.1.1 No such mailbox' })
  server.clock.advance(3_600)
  await work()
  expect(tries).toHaveLength(1)
  answer = () => undefined
  await server.client().auth.resendOtp({ body: { email } })
  await work()
  expect(await stateOf(receipt)).toEqual({ state: 'sent', reason: '' })
  expect(received).toMatchObject([{ to: email }])
})

test('a newer code replaces the one that waits: only the newer mail is sent', async () => {
  answer = (tried) => (tried === 1 ? greylisted : undefined)
  const { email } = await register()
  await work()
  server.clock.advance(61)
  await server.client().auth.resendOtp({ body: { email } })
  await work()
  server.clock.advance(600)
  await work()
  expect(received).toHaveLength(1)
})

test('neither code nor link lies in the database while the mail waits', async () => {
  answer = () => greylisted
  const { email } = await register()
  await work()
  const { rows } = await server.db
    .selectFrom('jobs')
    .selectAll()
    .execute()
    .then((found) => ({ rows: JSON.stringify(found) }))
  const codes = JSON.stringify(await server.db.selectFrom('one_time_codes').selectAll().execute())
  answer = () => undefined
  server.clock.advance(16)
  await work()
  const mail = received.find(({ to }) => to === email)?.text ?? ''
  for (const secret of [stored(mail), linkIn({ text: mail } as never).token]) {
    expect(secret).not.toBe('')
    expect(rows + codes).not.toContain(secret)
  }
})

test('a code does not wait for the mails that were queued before it', async () => {
  const started: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = { kind: 'slow', schema: z.object({}), perform: () => (started.push('slow'), held.then(() => true)) }
  const code = { ...slow, kind: 'code', waits: [15], perform: async () => started.push('code') > 0 }
  await withTx(server.db, async (tx) => {
    for (let i = 0; i < 20; i++) await enqueue(tx, slow, {}, server.clock.now())
    await enqueue(tx, code, {}, server.clock.now())
  })
  const stop = startWorker(server.deps, createRegistry([slow, code] as never))
  await vi.waitFor(() => expect(started).toContain('code'), 15_000)
  expect(started.filter((kind) => kind === 'slow').length).toBeLessThan(20)
  release()
  await stop()
})

test('only a receipt tells what became of a mail: an address, an ID or the receipt of another purpose do not', async () => {
  const { receipt } = await register()
  const [id] = receipt.split('.')
  for (const made of ['x', id ?? '', `${id}.AAAA`, `${id}.`])
    await expect(server.client().auth.codeMail({ body: { receipt: made } })).rejects.toMatchObject({ status: 422 })
})

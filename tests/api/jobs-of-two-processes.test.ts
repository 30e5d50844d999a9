import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProject, createUser } from '../support/factories.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'
import { testApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

const SENDERS = ['first@example.org', 'second@example.org'] as const
/** A worker looks for work every two seconds. */
const A_FEW_TURNS_MS = 4_500
const LEASE_SECONDS = 300
const JOBS = 30
/** How long the mail server takes for a mail: so long that the other process wakes while the first still has mails to send. */
const MAIL_MS = 400

const app = testApp()
let smtp: TestSmtpServer
let servers: TwoServers
beforeEach(async () => {
  smtp = await startSmtpServer(MAIL_MS)
})
afterEach(async () => {
  await servers.close()
  await smtp.close()
  await app.db.deleteFrom('jobs').execute()
})

/** Starts two processes, each with a sender's address of its own, so that a mail tells which process has sent it. */
const start = async () => {
  const [first, second] = SENDERS.map((sender) => ({ GUILDHALL_SMTP_URL: smtp.url, GUILDHALL_MAIL_FROM: sender }))
  servers = await startTwoServers(app.databaseUrl, [first ?? {}, second ?? {}])
}

/** Invites `count` people to a project, by the API, and returns their addresses. */
const inviteMany = async (count: number): Promise<string[]> => {
  const { user, accessToken } = await createUser(app)
  const { id } = await createProject(app, user.id)
  const people = await Promise.all(Array.from({ length: count }, () => createUser(app)))
  for (const person of people)
    await app.client(accessToken).memberships.invite({ params: { id, userId: person.user.id }, body: {} })
  return people.map((person) => person.user.email)
}

const jobs = () => app.db.selectFrom('jobs').select(['id', 'attempts', 'last_error', 'run_at']).execute()
const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 30_000, interval: 50 })
const addressesOf = (mails: readonly { to: string }[]) => mails.map(({ to }) => to).sort()

test('two processes share the mail jobs of one database: each mail is sent exactly once, and both take part', async () => {
  const invited = await inviteMany(JOBS)
  await start()
  await until(async () => (await jobs()).length === 0)
  expect(addressesOf(smtp.taken)).toEqual([...invited].sort())
  const bySender = SENDERS.map((sender) => smtp.taken.filter(({ from }) => from === sender).length)
  for (const count of bySender) expect(count).toBeGreaterThan(0)
  // No mail comes later either.
  await sleep(A_FEW_TURNS_MS)
  expect(smtp.taken).toHaveLength(JOBS)
}, 90_000)

test('what a process holds when it is killed is sent by the other once the lease has ended, not before, and no mail twice', async () => {
  smtp.hold(SENDERS[0])
  await start()
  const invited = await inviteMany(JOBS)
  // The mail server does not answer the first process, which waits; all other mails leave through the second.
  await until(() => smtp.held.length > 0 && smtp.taken.length + smtp.held.length >= JOBS / 2)
  await servers.kill(0)
  // The second process sends its own mails and those that no process has taken; then it finds nothing more, however often it looks.
  let heldJobs: Awaited<ReturnType<typeof jobs>>
  do {
    heldJobs = await jobs()
    await sleep(A_FEW_TURNS_MS)
  } while (JSON.stringify(await jobs()) !== JSON.stringify(heldJobs))
  expect(heldJobs.length).toBeGreaterThan(0)
  expect(new Set(heldJobs.map(({ attempts, last_error }) => `${attempts} ${last_error}`))).toEqual(new Set(['1 null']))
  expect(smtp.taken.length).toBe(JOBS - heldJobs.length)

  // Ends the leases: their times are moved back by the length of a lease.
  for (const { id, run_at } of heldJobs) {
    const nearer = new Date(run_at.getTime() - LEASE_SECONDS * 1000)
    await app.db.updateTable('jobs').set({ run_at: nearer }).where('id', '=', id).execute()
  }
  await until(async () => (await jobs()).length === 0)
  expect(addressesOf(smtp.taken)).toEqual([...invited].sort())
  expect(new Set(smtp.taken.map(({ from }) => from))).toEqual(new Set([SENDERS[1]]))
  // Each mail has the Message-ID that the killed process would have given it: mail systems recognise a repeated mail by this ID.
  const messageIDs = new Map(smtp.taken.map(({ to, messageID }) => [to, messageID.split('@')[0]]))
  for (const { to, messageID } of smtp.held) expect(messageIDs.get(to)).toBe(messageID.split('@')[0])
}, 120_000)

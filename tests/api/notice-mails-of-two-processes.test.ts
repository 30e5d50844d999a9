import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMembership, createPerson, createProject } from '../support/factories.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'
import { createTestClock, startTestApp, type TestApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

const SENDERS = ['first@example.org', 'second@example.org'] as const
/** A worker looks for work every two seconds. */
const A_FEW_TURNS_MS = 4_500
const LEASE_SECONDS = 300
const PEOPLE = 30
/** How long the mail server takes for a mail: so long that both processes take part. */
const MAIL_MS = 200

let app: TestApp
let smtp: TestSmtpServer
let servers: TwoServers
beforeAll(async () => {
  // What happens in this app happened a quarter of an hour ago for the two processes, so that its mails are due.
  const clock = createTestClock()
  clock.advance(-15 * 60)
  app = await startTestApp({ clock })
})
afterAll(() => app.close())
beforeEach(async () => {
  smtp = await startSmtpServer(MAIL_MS)
})
afterEach(async () => {
  await servers.close()
  await smtp.close()
  await app.db.deleteFrom('jobs').execute()
})

const start = async () => {
  const [first, second] = SENDERS.map((sender) => ({ GUILDHALL_SMTP_URL: smtp.url, GUILDHALL_MAIL_FROM: sender }))
  servers = await startTwoServers(app.databaseUrl, [first ?? {}, second ?? {}])
}
/** Gives members of a project another role, of which no mail but that of the notice tells, and returns their addresses. */
const changeRoles = async (): Promise<string[]> => {
  const owner = await createPerson(app)
  const { id } = await createProject(app, owner.id)
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson(app)))
  for (const { id: userId } of people) {
    await createMembership(app, id, userId)
    for (const role of ['admin', 'member'] as const)
      await owner.api.memberships.setRole({ params: { id, userId }, body: { role } })
  }
  return people.map(({ email }) => email).sort()
}
const waiting = async () => {
  const [jobs, notices] = await Promise.all([
    app.db.selectFrom('jobs').select(['id', 'run_at']).execute(),
    app.db.selectFrom('notifications').select('id').where('mail_at', 'is not', null).execute(),
  ])
  return { jobs, notices }
}
const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 60_000, interval: 50 })
const isAllDone = async () => {
  const { jobs, notices } = await waiting()
  return jobs.length + notices.length === 0
}
const addresses = () => smtp.taken.map(({ to }) => to).sort()

test('[INBOX-57] [INBOX-60] two processes mail each notice once, in mails that a press in the mail program ends', async () => {
  const people = await changeRoles()
  await start()
  await until(isAllDone)
  expect(addresses()).toEqual(people)
  await sleep(A_FEW_TURNS_MS)
  expect(smtp.taken).toHaveLength(PEOPLE)
  for (const { text } of smtp.taken) {
    const headers = (text.split('\r\n\r\n')[0] ?? '').replace(/\r\n\s+/g, ' ')
    expect(headers).toMatch(/^List-Unsubscribe: <http\S+\/unsubscribe\?token=\S+&group=requests>\r?$/m)
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  }
}, 120_000)

test('[INBOX-60] what a killed process held is mailed by the other, and no mail is lost or sent twice', async () => {
  smtp.hold(SENDERS[0])
  await start()
  // The process that dies is alone until it holds a mail, since the other one could be quicker with all of them.
  await servers.kill(1)
  const people = await changeRoles()
  await until(() => smtp.held.length > 0)
  await servers.restart(1)
  await servers.kill(0)
  // All that the killed process did not hold leaves by the other one.
  let held: Awaited<ReturnType<typeof waiting>>
  do {
    held = await waiting()
    await sleep(A_FEW_TURNS_MS)
  } while (JSON.stringify(await waiting()) !== JSON.stringify(held))
  expect(held.notices).toEqual([])
  expect(held.jobs.length).toBeGreaterThan(0)
  expect(smtp.taken).toHaveLength(PEOPLE - held.jobs.length)
  for (const { id, run_at } of held.jobs)
    await app.db
      .updateTable('jobs')
      .set({ run_at: new Date(run_at.getTime() - LEASE_SECONDS * 1000) })
      .where('id', '=', id)
      .execute()
  await until(isAllDone)
  expect(addresses()).toEqual(people)
  const messageIDs = new Map(smtp.taken.map(({ to, messageID }) => [to, messageID.split('@')[0]]))
  for (const { to, messageID } of smtp.held) expect(messageIDs.get(to)).toBe(messageID.split('@')[0])
}, 180_000)

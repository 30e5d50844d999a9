import { beforeEach, expect, test } from 'vitest'
import { createPerson, TEST_PASSWORD } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { linkIn, TEST_SECRET, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { signedID } from '#server/util/tokens.ts'

const server = testApp()
const DAY = 86_400
const WHY = 'It asks people for money before they can begin.'
type Person = Awaited<ReturnType<typeof createPerson>>
let grace: Person
let reader: Person
let ben: Person
beforeEach(async () => {
  await server.db.deleteFrom('reports').execute()
  ;[grace, reader, ben] = await Promise.all([
    createPerson(server, { isAdministrator: true }),
    createPerson(server),
    createPerson(server),
  ])
})

const suspended = async (person: Person) => {
  const body = { kind: 'person' as const, id: person.id, reason: 'scam' as const }
  const { id } = (await reader.api.reports.create({ body })).data
  await grace.api.reports.decide({ params: { id }, body: { decision: 'suspend', text: WHY } })
  return id
}
const mailTo = async ({ email }: Person) => (await server.mails(email))[0]
const tokenFor = async (person: Person) => linkIn(await mailTo(person)).token
const read = (token: string) => server.client().reports.ofLink({ body: { token } })
const appeal = (token: string, text = 'It is a deposit.') =>
  server.client().reports.appealByLink({ body: { token, text } })
const end = (id: string, decision: 'dismiss' | 'suspend') =>
  grace.api.reports.decide({ params: { id }, body: { decision, text: 'Looked at again.' } })
const logIn = ({ email }: Person) =>
  signedIn(server.client().auth.login({ body: { emailID: email, password: TEST_PASSWORD } }))
const statusOf = ({ status }: { status?: number }) => status
const refusal = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call)
  return { status, code, message }
}

test('[REPORT-10] [REPORT-11] who was suspended appeals by the mail’s link, and signs in again once that is granted', async () => {
  const id = await suspended(ben)
  expect((await failureOf(logIn(ben))).status).toBe(403)
  const mail = await mailTo(ben)
  expect(mail).toMatchObject({ kind: 'suspended' })
  expect(mail?.text).toContain(WHY)
  const { token, path } = linkIn(mail)
  expect(path).toBe('/appeal')
  const { data } = await read(token)
  expect(data).toMatchObject({ id, side: 'reported', kind: 'person', decision: 'suspend', text: WHY, appealedAt: null })
  expect(data.appealBy).not.toBeNull()
  for (const secret of [reader.id, reader.username]) expect(JSON.stringify([data, mail])).not.toContain(secret)

  expect((await appeal(token)).data).toMatchObject({ id, appealBy: null, isGranted: null })
  const [waiting] = (await grace.api.reports.queue({ query: { state: 'appealed' } })).data
  expect(waiting).toMatchObject({ id, appealText: 'It is a deposit.', reported: { id: ben.id } })
  const notices = (await grace.api.notifications.list({ query: {} })).data
  expect(notices.map(({ kind }) => kind)).toContain('report.appealed')
  await end(id, 'dismiss')
  await expect(logIn(ben)).resolves.toMatchObject({ userID: ben.id })
  expect((await read(token)).data).toMatchObject({ isGranted: true, finalText: 'Looked at again.' })
  const told = await mailTo(ben)
  expect(told).toMatchObject({ kind: 'appeal-decided', subject: expect.stringContaining('granted') as string })
  expect(told?.text).toContain('Looked at again.')
})

test('[REPORT-11] who stays suspended is mailed how the appeal ended, and why', async () => {
  const id = await suspended(ben)
  await appeal(await tokenFor(ben))
  await end(id, 'suspend')
  const mail = await mailTo(ben)
  expect(mail).toMatchObject({ kind: 'appeal-decided' })
  expect(mail?.text).toContain('Looked at again.')
  expect(mail?.text).not.toContain('/appeal')
  expect((await failureOf(logIn(ben))).status).toBe(403)
})

/** More than the server has connections to its database. */
const AT_ONCE = 25
test('[REPORT-10] a link appeals once, also at once, and more calls than there are connections do not wait for each other', async () => {
  await suspended(ben)
  const token = await tokenFor(ben)
  // A call that waited for a second connection would be refused as busy.
  const answers = Array.from({ length: AT_ONCE }, () => appeal(token).then(() => 200, statusOf))
  expect((await Promise.all(answers)).toSorted()).toEqual([200, ...Array.from({ length: AT_ONCE - 1 }, () => 409)])
  expect(await refusal(appeal(token))).toMatchObject({ status: 409, message: 'You have appealed already.' })
  for (const text of ['', 'x'.repeat(1001)]) expect(await refusal(appeal(token, text))).toMatchObject({ status: 422 })
})

test('[REPORT-10] a forged link, one of another report and one of before 15 days get one answer', async () => {
  const id = await suspended(ben)
  const token = await tokenFor(ben)
  const { data: open } = await reader.api.reports.create({
    body: { kind: 'person', id: (await createPerson(server)).id, reason: 'spam' },
  })
  const [, signature = ''] = token.split('.')
  const signed = (of: string, secret = TEST_SECRET) => signedID(secret, 'report-appeal', of)
  const bad = {
    'made up': 'nothing',
    'of another report': `${open.id}.${signature}`,
    'by another secret': signed(id, 'another secret, long enough to sign with'),
    'for another purpose': signedID(TEST_SECRET, 'email-recovery', id),
    'of an undecided report': signed(open.id),
    'of no report': signed('01890a5d-ac96-774b-bcce-b302099a8057'),
  }
  const refused = {
    status: 422,
    code: 'INVALID_TOKEN',
    message: 'This link is not good any more. It works for 14 days.',
  }
  for (const [what, link] of Object.entries(bad))
    for (const call of [read, appeal]) expect(await refusal(call(link)), what).toEqual(refused)
  server.clock.advance(14 * DAY - 60)
  expect((await read(token)).data.id).toBe(id)
  server.clock.advance(DAY)
  for (const call of [read, appeal]) expect(await refusal(call(token))).toEqual(refused)
})

test('[REPORT-10] who was suspended by hand before is mailed the decision of the report, with its link', async () => {
  await grace.api.administration.suspend({ params: { id: ben.id }, body: { reason: 'Spam in three projects.' } })
  expect((await mailTo(ben))?.text).not.toContain('/appeal')
  const id = await suspended(ben)
  expect((await read(await tokenFor(ben))).data).toMatchObject({ id, text: WHY })
})

test('[REPORT-11] a granted appeal ends its own suspension, and says where there is another', async () => {
  await grace.api.administration.suspend({ params: { id: ben.id }, body: { reason: 'Spam in three projects.' } })
  // That mail has left before the one with the link.
  await mailTo(ben)
  const id = await suspended(ben)
  await appeal(await tokenFor(ben))
  await end(id, 'dismiss')
  expect((await failureOf(logIn(ben))).status).toBe(403)
  expect((await mailTo(ben))?.text).toContain('stays suspended for another reason')
})

test('[REPORT-11] who was restored before their appeal ended reads that they can sign in', async () => {
  const id = await suspended(ben)
  await appeal(await tokenFor(ben))
  await grace.api.administration.restore({ params: { id: ben.id }, body: {} })
  await end(id, 'suspend')
  expect((await mailTo(ben))?.text).toContain('so you can sign in')
})

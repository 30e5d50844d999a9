import { beforeAll, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, unique } from '#support/factories.ts'
import { codeIn, linkIn, testApp } from '#support/server.ts'

const server = testApp()
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))
let admin: string
beforeAll(async () => {
  admin = (await createUser(server, { isAdministrator: true })).accessToken
})

const STRANGERS = 'the stranger chose this'
const OWNERS = 'the owner chose this'
const auth = (at = server) => at.client().auth

/** An invited address that a stranger has registered before its owner read the mail. */
const hijacked = async () => {
  const email = `${unique('owner')}@example.org`
  await server.client(admin).waitlist.createInvitation({ body: { email } })
  const { token } = linkIn((await server.mails(email))[0])
  const squatter = unique('squatter')
  const { userID } = await auth().register({ body: { email, username: squatter, password: STRANGERS } })
  return { email, token, squatter, userID, strangersMail: (await server.mails(email))[0] }
}
const login = (email: string, password: string) => auth().login({ body: { emailID: email, password } })
const takeBack = (email: string, invitationToken: string, username = unique('rightful'), at = server) =>
  auth(at).register({ body: { email, username, password: OWNERS, invitationToken } })

test('an invited person whose address a stranger has registered takes the address back with the invitation’s link', async () => {
  const { email, token, squatter, userID } = await hijacked()
  await expect(server.client().waitlist.validateInvitation({ body: { token, email } })).resolves.toBeDefined()
  const username = unique('rightful')
  await expect(takeBack(email, token, username)).resolves.toMatchObject({ isEmailVerified: false, userID })
  expect((await failureOf(login(email, STRANGERS))).status).toBe(401)
  const otp = codeIn((await server.mails(email))[0])
  const { accessToken } = await auth().verifyOtp({ body: { email, otp } })
  expect((await server.client(accessToken).users.username({})).data).toMatchObject({ username })
  expect((await failureOf(login(email, STRANGERS))).status).toBe(401)
  await expect(login(email, OWNERS)).resolves.toMatchObject({ isEmailVerified: true })
  // The username that the stranger took is free again.
  expect((await failureOf(server.client().people.profileByUsername({ params: { username: squatter } }))).status).toBe(
    404,
  )
  const other = await server.db.selectFrom('users').select('id').where('username', '=', squatter).execute()
  expect(other).toEqual([])
})

test("the code and link of the stranger's registration are void then", async () => {
  const { email, token, strangersMail } = await hijacked()
  await takeBack(email, token)
  const link = linkIn(strangersMail)
  expect((await failureOf(auth().verifyOtp({ body: { email, otp: codeIn(strangersMail) } }))).code).toBe('INVALID_OTP')
  expect((await failureOf(auth().verifyEmailToken({ body: { email, token: link.token } }))).code).toBe('INVALID_TOKEN')
})

test('the mail of a registration names the username, and says what to do if somebody else registered', async () => {
  const { squatter, strangersMail } = await hijacked()
  expect(strangersMail?.text).toContain(`If you did not register as ${squatter}, ignore this mail.`)
  // The page behind the link asks the server for the username: anybody could write another one into a link.
  expect(strangersMail?.text).not.toContain('username=')
})

test('nobody takes an account over without the link, and nobody does so a second time with it', async () => {
  const { email, token } = await hijacked()
  const body = { email, username: unique('late'), password: STRANGERS }
  const taken = { status: 409, code: 'ACCOUNT_TAKEN' }
  expect(await failureOf(auth().register({ body }))).toMatchObject(taken)
  expect(await failureOf(auth().register({ body: { ...body, invitationToken: 'made up' } }))).toMatchObject(taken)
  await takeBack(email, token)
  expect(await failureOf(auth().register({ body }))).toMatchObject(taken)
  expect(await failureOf(takeBack(email, token))).toMatchObject(taken)
  await expect(login(email, OWNERS)).resolves.toMatchObject({ isEmailVerified: false })
})

test('nobody can take over a verified account, even with a link that was never used', async () => {
  const { email, token, strangersMail } = await hijacked()
  await auth().verifyOtp({ body: { email, otp: codeIn(strangersMail) } })
  expect(await failureOf(takeBack(email, token))).toMatchObject({ status: 409, code: 'ACCOUNT_TAKEN' })
  const again = await failureOf(server.client().waitlist.validateInvitation({ body: { token, email } }))
  expect(again).toMatchObject({ status: 422, code: 'INVALID_TOKEN' })
})

test('of parallel uses of the link in two processes only one gets the account, complete', async () => {
  const { email, token } = await hijacked()
  const names = [unique('one'), unique('two'), unique('three'), unique('four')]
  const outcomes = await Promise.allSettled(
    names.map((username, index) => takeBack(email, token, username, index % 2 ? server : twin)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // A later call counts as one without the link, which is used up, and is not told which of the two is taken (decision
  // 17).
  const taken: unknown = expect.stringMatching(/^(EMAIL|ACCOUNT)_TAKEN$/)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409, code: taken })
  const { username } = await server.db
    .selectFrom('users')
    .select('username')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(username).toBe(names[outcomes.findIndex(({ status }) => status === 'fulfilled')])
})

test('an account that is verified at the very same moment is not replaced', async () => {
  for (let round = 0; round < 6; round++) {
    const { email, token, strangersMail } = await hijacked()
    const [verified, replaced] = await Promise.allSettled([
      auth().verifyOtp({ body: { email, otp: codeIn(strangersMail) } }),
      takeBack(email, token, unique('moment'), twin),
    ])
    // Either call may come first; the stranger never keeps a password to an account that was taken back.
    if (replaced.status === 'fulfilled') expect((await failureOf(login(email, STRANGERS))).status).toBe(401)
    else expect(verified.status).toBe('fulfilled')
  }
})

test("a person without the invitation locks the stranger out with 'Forgot password?', too", async () => {
  const { email } = await hijacked()
  await auth().forgotPassword({ body: { email } })
  const { token } = linkIn((await server.mails(email))[0])
  await auth().resetPassword({ body: { email, token, password: OWNERS } })
  expect((await failureOf(login(email, STRANGERS))).status).toBe(401)
  await expect(login(email, OWNERS)).resolves.toMatchObject({ isEmailVerified: false })
})

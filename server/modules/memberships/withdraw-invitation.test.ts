import { expect, test } from 'vitest'
import { applications, type Someone } from '#support/applications.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const withdraw = (by: Someone, id: string) => by.api.requests.withdraw({ params: { id }, body: {} })
const invited = async () => {
  const team = await applications(() => server).world()
  const { owner, stranger, params } = team
  const to = { ...params, userId: stranger.id }
  const invite = async () =>
    (await owner.api.memberships.invite({ params: to, body: { role: 'member' } })).data.requestId
  const sent = async () => (await owner.api.memberships.requests({ params, query: { type: 'sent' } })).data
  const received = async () => (await stranger.api.users.requests({ query: { type: 'received' } })).data
  const notices = async () => (await stranger.api.notifications.list({ query: { view: 'forYou' } })).data
  return { ...team, to, invite, sent, received, notices, requestID: await invite() }
}

test('an invitation that is taken back leaves both lists with its notice, and the person can be invited anew', async () => {
  const { admin, stranger, params, invite, sent, received, notices, requestID } = await invited()
  expect([await sent(), await received(), await notices()].map(({ length }) => length)).toEqual([1, 1, 1])
  await withdraw(admin, requestID)
  expect([await sent(), await received(), await notices()]).toEqual([[], [], []])
  expect((await stranger.api.memberships.access({ params })).data).toMatchObject({ status: null, requestId: null })
  const anew = await invite()
  expect((await sent()).map(({ id }) => id)).toEqual([anew])
})

test('whoever was invited reads that the invitation was withdrawn when they answer it late', async () => {
  const { owner, stranger, to, requestID } = await invited()
  await withdraw(owner, requestID)
  const late = await failureOf(stranger.api.memberships.answer({ params: to, body: { accept: true } }))
  expect([late.status, late.serverMessage]).toEqual([409, expect.stringContaining('This invitation was withdrawn')])
})

test('an answered invitation stays as it is, and of several people who act at once one succeeds', async () => {
  const { owner, admin, stranger, to, requestID } = await invited()
  const tries = await Promise.allSettled([
    withdraw(owner, requestID),
    withdraw(admin, requestID),
    stranger.api.memberships.answer({ params: to, body: { accept: true } }),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await failureOf(withdraw(owner, requestID))).status).toBe(409)
})

test('an application is withdrawn by nobody but the applicant', async () => {
  const { owner, apply, received } = await applications(() => server).world()
  const refused = await failureOf(withdraw(owner, await apply()))
  expect([refused.status, refused.serverMessage]).toEqual([409, 'Only the applicant can withdraw an application.'])
  expect((await received())[0]?.status).toBe(0)
})

test('the mail of an invitation that was taken back is not sent', async () => {
  const { owner, stranger, requestID } = await invited()
  await withdraw(owner, requestID)
  expect((await server.mails(stranger.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('invite'),
  )
})

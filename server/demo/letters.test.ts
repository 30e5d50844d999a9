import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '#support/signed-in.ts'
import { testApp } from '#support/server.ts'
import { demoAccounts, demoPassword } from '#shared/rules/demo-accounts.ts'
import { seedDemo } from './index.ts'

const server = testApp()
beforeAll(async () => {
  await seedDemo(server.db, server.clock)
})

const signIn = async (username: string) => {
  const { email = '' } = demoAccounts.find((account) => account.username === username) ?? {}
  const { accessToken } = await signedIn(
    server.client().auth.login({ body: { emailID: email, password: demoPassword } }),
  )
  return server.client(accessToken)
}

test('contributor and administrator read their letters, answers and threads; the creator opens those to the own projects', async () => {
  for (const username of ['contributor', 'admin']) {
    const api = await signIn(username)
    const { data: sent } = await api.users.requests({ query: { type: 'sent' } })
    const said = await Promise.all(
      sent.map(async ({ id }) => ({
        application: (await api.requests.get({ params: { id } })).data,
        comments: (await api.requests.comments({ params: { id }, query: {} })).data,
      })),
    )
    expect(said.every(({ application }) => application.letter !== null)).toBe(true)
    expect(said.some(({ comments }) => comments.length === 3)).toBe(true)
  }
  const creator = await signIn('creator')
  const { data: owned } = await creator.projects.owned({ query: {} })
  const received = await Promise.all(
    owned.map(
      async ({ id }) => (await creator.memberships.requests({ params: { id }, query: { type: 'received' } })).data,
    ),
  )
  const open = received.flat().filter(({ status, hasLetter }) => status === 0 && hasLetter)
  expect(open.some(({ seenAt }) => seenAt === null)).toBe(true)
  const opened = await Promise.all(
    open.map(async ({ id }) => (await creator.requests.see({ params: { id }, body: {} })).data),
  )
  expect(opened.some(({ answers }) => answers.some(({ answer }) => answer !== ''))).toBe(true)
  expect(opened.some(({ letter }) => letter !== null)).toBe(true)
})

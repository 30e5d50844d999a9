import { afterAll, expect, test } from 'vitest'
import { createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'

const statements = watchStatements()
const server = testApp()
afterAll(() => statements.restore())

const world = async () => {
  const { user, accessToken } = await createUser(server)
  const owner = server.client(accessToken)
  const { id: projectID } = await createProject(server, user.id)
  await server.db.updateTable('projects').set({ budget: '$20,000,000' }).where('id', '=', projectID).execute()
  const add = async (title: string) =>
    (await owner.tasks.create({ body: { projectID, title, description: 'Work.' } })).data.id
  return { owner, accessToken, projectID, add }
}

test('[OFFER-48] a task without an offer is made by one statement, and nothing of offers and the ledger is written', async () => {
  const { add } = await world()
  // The first task of a connection prepares the statement.
  await add('Wall')
  const ran = await statements.during(() => add('Roof'))
  const texts = ran.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('insert into tasks'))).toHaveLength(1)
  expect(
    texts.filter((text) => /(insert into|update|delete from) (offers|claims|open_tasks|ledger_\w+)/.test(text)),
  ).toEqual([])
})

test('[OFFER-49] a card with a reward is at most 40 bytes longer, and one without is not a byte longer', async () => {
  const { owner, accessToken, projectID, add } = await world()
  const [rewarded, plain] = [await add('Wall'), await add('Roof')]
  const board = async () => {
    const url = `/api/user-tasks/by-project/${projectID}`
    const { body } = await server.app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } })
    const { data } = JSON.parse(body) as { data: Array<{ id: string }> }
    return { length: body.length, cardOf: (id: string) => JSON.stringify(data.find((card) => card.id === id)) }
  }
  const before = await board()
  await owner.offers.set({ params: { id: rewarded }, body: { amountCents: 1_000_000_000, mode: 'claim' } })
  const after = await board()
  expect(after.cardOf(rewarded)).toContain('1000000000')
  expect(after.length - before.length).toBeLessThanOrEqual(40)
  expect(after.cardOf(plain)).toBe(before.cardOf(plain))
})

import { beforeEach, expect, test } from 'vitest'
import { check } from '#server/commands/ledger.ts'
import { loadConfig } from '#server/settings/config.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, TEST_PASSWORD } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { openSession } from '../auth/sessions.ts'
import { leaveEverything } from '../memberships/service.ts'
import { deleteDueAccounts } from './erasure.ts'

const DAY = 24 * 60 * 60
const body = { password: TEST_PASSWORD }
const server = testApp()
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
  await world.owner.api.projects.update({ params: world.params, body: { title: 'Bridge' } })
})

type Person = RewardWorld['ana']
/** Sessions end before two weeks are over. */
const again = async ({ id }: Person) => server.client((await openSession(server.deps, server.db, id)).accessToken)
const isDeleted = async ({ id }: Person) =>
  (await server.db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirstOrThrow()).username ===
  'former member'
const passTime = async (days: number) => {
  server.clock.advance(days * DAY + 60)
  await Promise.all([1, 2, 3].map(() => deleteDueAccounts(server.deps)))
}
const debt = (person: string, amountCents: number) => ({
  ...{ project: { id: world.params.id, title: 'Bridge' }, person, amountCents, currency: 'USD' },
})
const checked = async () => {
  const { config } = loadConfig(['--data-dir', server.dataDir], { DATABASE_URL: server.databaseUrl })
  return check({ config, argument: undefined, options: new Set() } as never)
}

test('[LEDGER-31] the only owner of a project with a due is refused, and project, person and amount are named', async () => {
  const { owner, ana, ben, params, owed, payDues } = world
  const due = await owed(ana, 40_000)
  await owed(ben, 5_000)
  const message =
    '“Bridge” owes Ana $400.00, “Bridge” owes Ben $50.00, and you are the only owner. Record what is owed first.'
  expect(await failureOf(owner.api.ownData.askDeletion({ body }))).toMatchObject({ status: 409, message })
  // An archived project needs no owner, but what it owes does.
  await owner.api.projects.update({ params, body: { archived: true } })
  expect(await failureOf(owner.api.ownData.askDeletion({ body }))).toMatchObject({ status: 409, message })
  await payDues([due])
  expect((await owner.api.ownData.deletion({})).data).toMatchObject({ dueAt: null, owedByMe: [debt('Ben', 5_000)] })
  await server.db.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', ben.id).execute()
  expect((await owner.api.ownData.askDeletion({ body })).data).toMatchObject({ owedByMe: [] })
})

test('[LEDGER-31] it is asked again at the end of the 14 days, and the deletion put off until nothing is owed', async () => {
  const { owner, ana, params, held } = world
  const taskID = await held(ana, 40_000)
  await owner.api.projects.update({ params, body: { archived: true } })
  await owner.api.ownData.askDeletion({ body })
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
  await passTime(14)
  expect(await isDeleted(owner)).toBe(false)
  const [mail, ...more] = (await server.mails(owner.email)).filter(({ kind }) => kind === 'deletion-put-off')
  expect(more).toEqual([])
  expect(mail?.text).toContain('“Bridge” owes Ana $400.00, and you are the only owner.')
  const api = await again(owner)
  await api.dues.pay({ params, body: { taskIDs: [taskID], idempotencyKey: 'all that is due' } })
  await passTime(7)
  expect(await isDeleted(owner)).toBe(true)
})

test('[LEDGER-31] an archived project keeps its only owner while work handed in under an offer waits for an answer', async () => {
  const { owner, ana, params, held, handIn } = world
  const taskID = await held(ana, 40_000)
  await owner.api.projects.update({ params, body: { archived: true } })
  await owner.api.ownData.askDeletion({ body })
  await ana.api.tasks.update({ params: { id: taskID }, body: { status: 2 } })
  await handIn(taskID)
  const message =
    'You are the only owner of “Bridge”. Make somebody else an owner, or answer what was handed in and archive or delete it first.'
  expect(await failureOf(owner.api.ownData.askDeletion({ body }))).toMatchObject({ status: 409, message })
  await expect(leaveEverything(server.deps, owner.id)).rejects.toMatchObject({ message: 'A project needs an owner.' })
  await passTime(14)
  expect(await isDeleted(owner)).toBe(false)
  const api = await again(owner)
  await api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
  await api.dues.pay({ params, body: { taskIDs: [taskID], idempotencyKey: 'all that is due' } })
  await passTime(7)
  expect(await isDeleted(owner)).toBe(true)
})

test('[LEDGER-32] who leaves reads what is owed by whom; after 14 days it is given up, and the payer is told', async () => {
  const { owner, ana, owed, pay, ledger } = world
  const [first, second] = [await owed(ana, 20_000), await owed(ana, 10_000)]
  await pay(ana, second, 4_000)
  const { data } = await ana.api.ownData.askDeletion({ body })
  expect(data.owedToMe).toEqual([debt('Marta', 26_000)])
  expect((await ana.api.ownData.deletion({})).data).toEqual(data)
  expect((await ledger(first)).due).toBe(20_000)
  await passTime(14)
  expect(await isDeleted(ana)).toBe(true)
  expect(await ledger(first)).toMatchObject({
    entries: ['reserve 20000', 'due 20000', 'forgive 20000'],
    ...{ due: 0, used: 4_000 },
  })
  expect((await ledger(second)).entries.at(-1)).toBe('forgive 6000')
  const notices = (await (await again(owner)).notifications.list({ query: {} })).data
  expect(notices.filter(({ kind }) => kind === 'reward.forgiven').map(({ task }) => task?.id)).toEqual(
    expect.arrayContaining([first, second]),
  )
})

test('[LEDGER-33] claims and entries of a deleted account stay as those of a former member, and the ledger is sound', async () => {
  const { owner, ana, params, held, owed, handIn, pay, addTask, offer, claimOf } = world
  const [due, paid, handedIn] = [await owed(ana, 10_000), await owed(ana, 5_000), await held(ana, 3_000)]
  await pay(ana, paid, 5_000)
  await ana.api.tasks.update({ params: { id: handedIn }, body: { status: 2 } })
  await handIn(handedIn)
  const guest = await createPerson(server)
  const taken = await addTask()
  await offer(taken, 2_000)
  await guest.api.claims.take({ params: { id: taken }, body: { idempotencyKey: 'a guest takes it' } })
  for (const { api } of [ana, guest]) await api.ownData.askDeletion({ body })
  await passTime(14)
  expect([await isDeleted(ana), await isDeleted(guest)]).toEqual([true, true])

  const states = await Promise.all([due, paid, handedIn, taken].map(claimOf))
  expect(states.map(({ state, user_id }) => [state, user_id])).toEqual([
    ...[due, paid].map(() => ['finished', ana.id]),
    ['ended', ana.id],
    ['ended', guest.id],
  ])
  const api = await again(owner)
  const { entries } = (await api.ledger.list({ params, query: { userID: ana.id } })).data
  expect(entries.map(({ kind, person }) => [kind, person?.username])).toEqual(
    ['forgive', 'settle', 'due', 'due'].map((kind) => [kind, 'former member']),
  )
  expect((await api.tasks.get({ params: { id: taken } })).data).toMatchObject({ status: 1, assignedToID: null })
  expect(await checked()).toMatchObject({ says: expect.stringContaining('The ledger is sound') as string })
})

import { beforeEach, expect, test } from 'vitest'
import { inCurrency } from '#support/currency.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { emptyTrash } from '../tasks/service.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let member: Person
let other: Person
let params = { id: '' }
beforeEach(async () => {
  ;[owner, member, other] = await Promise.all([createPerson(server), createPerson(server), createPerson(server)])
  params = { id: (await createProject(server, owner.id)).id }
  for (const { id } of [member, other]) await createMembership(server, params.id, id)
})

const createTask = async (projectID: string, title: string) =>
  (await owner.api.tasks.create({ body: { title, description: 'On paper.', projectID } })).data
const pay = async ({ id: userID }: Person, amountCents: number, taskID?: string, currency = 'USD') => {
  const body = { userID, amountCents, currency, idempotencyKey: unique('payment-key-'), ...(taskID && { taskID }) }
  return (await owner.api.payments.create({ params, body })).data
}
const list = (by: Person, query = {}) => by.api.payments.list({ params, query })

test('a payment names the task it is for, alone and split, and says nothing of tasks without one', async () => {
  const task = await createTask(params.id, 'Draw the map')
  const named = { id: task.id, taskId: task.taskId, title: 'Draw the map' }
  expect((await pay(member, 100, task.id)).task).toEqual(named)
  expect((await pay(member, 200)).task).toBeNull()
  const { data } = await owner.api.payments.bulk({
    params,
    body: {
      userIDs: [member.id, other.id],
      amountCents: 300,
      currency: 'USD',
      split: 'equal',
      taskID: task.id,
      idempotencyKey: unique('payment-key-'),
    },
  })
  expect(data.map((entry) => entry.task)).toEqual([named, named])
})

test('a task of another project, one in Trash and one that is none are refused (422), and nothing is recorded', async () => {
  const elsewhere = await createTask((await createProject(server, owner.id)).id, 'Elsewhere')
  const deleted = await createTask(params.id, 'Deleted')
  await owner.api.tasks.remove({ params: { id: deleted.id } })
  for (const id of [elsewhere.id, deleted.id, member.id])
    await expect(pay(member, 100, id)).rejects.toEqual(refused(422))
  expect((await list(owner)).data).toEqual([])
})

test('the ledger is narrowed to a task with its sums, for a member to their own entries', async () => {
  const task = await createTask(params.id, 'Draw the map')
  await pay(member, 100, task.id)
  await pay(other, 40, task.id)
  await inCurrency(server.db, params.id, 'EUR', () => pay(other, 7, task.id, 'EUR'))
  await pay(member, 1000)
  const all = await list(owner, { taskID: task.id })
  expect(all.pagination.total).toBe(3)
  expect(all.periodSums).toEqual([
    { currency: 'USD', paidCents: 140 },
    { currency: 'EUR', paidCents: 7 },
  ])
  expect(all.summary.paidCents).toBe(1140)
  const own = await list(member, { taskID: task.id })
  expect([own.data.length, own.periodSums]).toEqual([1, [{ currency: 'USD', paidCents: 100 }]])
})

test('an entry keeps number and title of its task when that is renamed, and when it goes for good', async () => {
  const task = await createTask(params.id, 'Draw the map')
  const entry = await pay(member, 100, task.id)
  await owner.api.tasks.update({ params: { id: task.id }, body: { title: 'Draw it anew' } })
  expect((await list(owner)).data).toEqual([entry])
  await owner.api.tasks.remove({ params: { id: task.id } })
  await emptyTrash(server.db, new Date(server.clock.now().getTime() + 31 * 24 * 3600_000))
  expect((await list(owner)).data).toEqual([{ ...entry, task: { ...entry.task, id: null } }])
})

test('[PAY-06] the database itself refuses to take the task off an entry, or to change what it was called', async () => {
  const task = await createTask(params.id, 'Draw the map')
  const { id } = await pay(member, 100, task.id)
  for (const change of [{ task_id: null }, { task_title: 'Another' }])
    await expect(server.db.updateTable('payments').set(change).where('id', '=', id).execute()).rejects.toThrow(
      'never deleted or changed',
    )
})

test('a ledger from or until a time of year 0 is refused (422)', async () => {
  for (const query of [{ from: '0000-02-29T10:00:00Z' }, { to: '0000-02-29T10:00:00Z' }])
    await expect(list(owner, query)).rejects.toEqual(refused(422))
})

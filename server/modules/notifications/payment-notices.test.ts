import { expect, test } from 'vitest'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

/** A project in this currency, and a task that its member has. */
const team = async (currency = 'USD') => {
  const [owner, member] = [await createPerson(server), await createPerson(server)]
  const { id } = await createProject(server, owner.id)
  await server.db.updateTable('projects').set({ currency }).where('id', '=', id).execute()
  await createMembership(server, id, member.id)
  const body = { projectID: id, title: 'Draw the quay', description: 'In ink.', assignedToID: member.id }
  const { data: task } = await owner.api.tasks.create({ body })
  await server.db.deleteFrom('notifications').execute()
  const pay = async (amountCents: number) => {
    const payment = {
      userID: member.id,
      amountCents,
      currency,
      taskID: task.id,
      idempotencyKey: unique('payment-key-'),
    }
    return (await owner.api.payments.create({ params: { id }, body: payment })).data.id
  }
  const notices = async () => (await member.api.notifications.list({ query: { view: 'forYou' } })).data
  return { owner, params: { id }, task, pay, notices }
}

test('[SETTLE-48] a payment for a task has one notice, which opens the task, and says whether it still counts', async () => {
  const { owner, params, task, pay, notices } = await team()
  const paymentId = await pay(5_000)
  expect(await notices()).toMatchObject([
    { kind: 'payment.recorded', count: 1, task: { title: task.title }, money: { amountCents: 5_000, currency: 'USD' } },
  ])
  await owner.api.payments.void({ params: { ...params, paymentId }, body: {} })
  expect(await notices()).toMatchObject([
    { kind: 'payment.voided', count: 2, task: { title: task.title }, money: null },
  ])
})

test('[SETTLE-48] it stays when the task is deleted, because its payee has a time to object', async () => {
  const { owner, params, task, pay, notices } = await team()
  await pay(5_000)
  await owner.api.tasks.remove({ params: { id: task.id } })
  expect(await notices()).toMatchObject([
    { kind: 'payment.recorded', task: null, project: { id: params.id }, isUnread: true },
  ])
})

test('[SETTLE-48] an amount with three decimals is told in hundredths', async () => {
  const { pay, notices } = await team('KWD')
  await pay(1_234)
  expect(await notices()).toMatchObject([{ kind: 'payment.recorded', money: { amountCents: 123.4, currency: 'KWD' } }])
})

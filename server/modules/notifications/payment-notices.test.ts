import { expect, test } from 'vitest'
import { createClaimWorld } from '#support/claims.ts'
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
  return { owner, member, params: { id }, task, pay, notices }
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

test('[SETTLE-32] who confirms a payment, or says that nothing arrived, has read what told of it', async () => {
  for (const answer of ['confirm', 'missing'] as const) {
    const { member, pay, notices } = await team()
    const params = { id: await pay(5_000) }
    expect(await notices()).toMatchObject([{ kind: 'payment.recorded', isUnread: true }])
    if (answer === 'confirm') await member.api.payments.confirm({ params, body: { idempotencyKey: unique('key-') } })
    else await member.api.payments.missing({ params, body: { idempotencyKey: unique('key-'), text: 'Not here.' } })
    expect(await notices()).toMatchObject([{ kind: 'payment.recorded', isUnread: false }])
  }
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

test('[GUEST-16] a guest who was blocked hears of a payment for their task, and nothing more of the task', async () => {
  const { owner, projectID, offered, take, handIn } = await createClaimWorld(server)
  const guest = await createPerson(server)
  const taskID = await offered()
  await take(taskID, guest)
  await handIn(taskID, guest)
  await owner.api.submissions.accept({ params: { id: taskID, n: 1 }, body: {} })
  await server.db.deleteFrom('notifications').execute()
  const body = { userID: guest.id, amountCents: 5_000, currency: 'USD', taskID, idempotencyKey: unique('payment-key-') }
  await owner.api.payments.create({ params: { id: projectID }, body })
  const notices = async () => (await guest.api.notifications.list({ query: { view: 'forYou' } })).data
  expect(await notices()).toMatchObject([
    { kind: 'payment.recorded', task: { id: taskID }, project: { id: projectID } },
  ])
  await server.db
    .insertInto('project_people')
    .values({
      ...{ project_id: projectID, user_id: guest.id, mark: 'blocked' },
      ...{ marked_by: owner.id, marked_at: server.clock.now() },
    })
    .execute()
  await server.db.updateTable('tasks').set({ title: 'Renamed for members' }).where('id', '=', taskID).execute()
  const [notice] = await notices()
  expect(notice).toMatchObject({
    kind: 'payment.recorded',
    task: null,
    address: '/earnings',
    money: { amountCents: 5_000 },
  })
  expect(JSON.stringify(notice)).not.toContain('Renamed')
})

test('[GUEST-21] a guest hears of a payment without a task, too, and keeps hearing of theirs when the task is deleted', async () => {
  const { owner, projectID, offered, take, handIn } = await createClaimWorld(server)
  const guest = await createPerson(server, { name: 'Gus' })
  const taskID = await offered()
  await take(taskID, guest)
  await handIn(taskID, guest)
  await owner.api.submissions.accept({ params: { id: taskID, n: 1 }, body: {} })
  await server.db.deleteFrom('notifications').execute()
  const pay = (more: object) =>
    owner.api.payments.create({
      params: { id: projectID },
      body: { userID: guest.id, amountCents: 5_000, currency: 'USD', idempotencyKey: unique('payment-key-'), ...more },
    })
  const notices = async () => (await guest.api.notifications.list({ query: { view: 'forYou' } })).data
  const { data } = await pay({ note: 'A gift.' })
  expect(await notices()).toMatchObject([
    { kind: 'payment.recorded', task: null, project: { id: projectID }, address: '/earnings', isUnread: true },
  ])
  await owner.api.payments.void({ params: { id: projectID, paymentId: data.id }, body: {} })
  expect(await notices()).toMatchObject([{ kind: 'payment.voided', address: '/earnings' }])
  await server.db.deleteFrom('notifications').execute()
  await pay({ taskID, note: 'More for the map.' })
  await owner.api.tasks.remove({ params: { id: taskID } })
  expect(await notices()).toMatchObject([{ kind: 'payment.recorded', task: null, address: '/earnings' }])
})

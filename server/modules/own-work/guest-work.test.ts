import { expect, test } from 'vitest'
import type { Api } from '#shared/api-client/index.ts'
import { createClaimWorld } from '#support/claims.ts'
import { createPerson } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
const workOf = async ({ api }: { api: Api }) => (await api.work.get({ query: {} })).data

test('[GUEST-12] [WORK-02] [WORK-04] what a guest holds is in their work: in progress, with changes, in review, until it is finished', async () => {
  const { owner, projectID, offered, take, handIn } = await createClaimWorld(server)
  const guest = await createPerson(server, { name: 'Gus' })
  const taskID = await offered()
  await take(taskID, guest)
  const row = { kind: 'task', id: taskID, project: { id: projectID }, isGuest: true }
  const begun = await workOf(guest)
  expect(begun.now.rows).toMatchObject([{ ...row, reasons: ['inProgress'] }])
  await handIn(taskID, guest)
  const waits = await workOf(guest)
  expect([waits.now.total, waits.waiting.total]).toEqual([0, 1])
  expect(waits.waiting.rows).toMatchObject([row])
  await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } })
  expect((await workOf(guest)).now.rows).toMatchObject([{ ...row, reasons: ['changes'] }])
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 1 } })
  expect((await workOf(guest)).next.rows).toMatchObject([row])
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 2 } })
  await handIn(taskID, guest)
  await owner.api.submissions.accept({ params: { id: taskID, n: 2 }, body: {} })
  const { now, next, waiting } = await workOf(guest)
  expect([now.total, next.total, waiting.total]).toEqual([0, 0, 0])
})

test('[GUEST-14] [WORK-10] a task that a guest has lost is in their work no more, and a member is no guest', async () => {
  const { owner, ana, offered, take } = await createClaimWorld(server)
  const guest = await createPerson(server, { name: 'Gus' })
  const [lost, kept] = [await offered(), await offered()]
  const { id } = await take(lost, guest)
  expect((await workOf(guest)).now.total).toBe(1)
  await owner.api.claims.takeBack({ params: { id }, body: { reason: 'We found somebody here.' } })
  expect((await workOf(guest)).now.total).toBe(0)
  await take(kept, ana)
  expect((await workOf(ana)).now.rows).toMatchObject([{ id: kept, isGuest: false }])
})

test('[GUEST-10] a stage of the board is named to members alone', async () => {
  const { owner, ana, projectID, offered, take } = await createClaimWorld(server)
  const guest = await createPerson(server, { name: 'Gus' })
  const params = { id: projectID }
  const { version } = (await owner.api.stages.list({ params })).data
  await owner.api.stages.replace({ params, body: { stages: [{ name: 'Drawing', status: 2 }], version } })
  await take(await offered(), guest)
  await take(await offered(), ana)
  const stagesOf = async (of: typeof ana) => (await workOf(of)).now.rows.map(({ task }) => task?.stage)
  expect(await stagesOf(guest)).toEqual([''])
  expect(await stagesOf(ana)).toEqual(['Drawing'])
})

import { beforeEach, expect, test } from 'vitest'
import { createClaimWorld } from '#support/claims.ts'
import { createPerson, TEST_PASSWORD, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp({ config: { publicPages: 'on' } })
const second = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))
type World = Awaited<ReturnType<typeof createClaimWorld>>
type Person = World['ana']
let world: World
let grace: Person
let reader: Person
beforeEach(async () => {
  await server.db.deleteFrom('reports').execute()
  world = await createClaimWorld(server)
  grace = await createPerson(server, { isAdministrator: true })
  reader = await createPerson(server)
})

const decided = async (
  kind: 'project' | 'comment' | 'person',
  id: string,
  decision: 'hide' | 'suspend',
  by: Person = world.ana,
) => {
  const { data } = await by.api.reports.create({ body: { kind, id, reason: 'spam' } })
  await grace.api.reports.decide({ params: { id: data.id }, body: { decision, text: 'It is a scam.' } })
  return data.id
}
const appealed = async (id: string, by: Person, decision: 'dismiss' | 'hide' | 'suspend') => {
  await by.api.reports.appeal({ params: { id }, body: { text: 'It is not.' } })
  await grace.api.reports.decide({ params: { id }, body: { decision, text: 'Looked at again.' } })
}
/** The person's calls at the other process. */
const elsewhere = async ({ email }: Person) => {
  const answer = await second.client().auth.login({ body: { emailID: email, password: TEST_PASSWORD } })
  return second.client('accessToken' in answer ? answer.accessToken : '')
}
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status

test('[REPORT-07] a hidden project is gone from lists, pages, feeds, searches and calls for all but its owner', async () => {
  const { owner, ana, projectID } = world
  const title = unique('Quayside ')
  await owner.api.projects.update({ params: { id: projectID }, body: { title, showToVisitors: true } })
  const taskID = await world.offered()
  const invited = await createPerson(server)
  await owner.api.memberships.invite({ params: { id: projectID, userId: invited.id }, body: {} })
  await decided('project', projectID, 'hide', reader)
  for (const person of [reader, ana, invited]) {
    const api = await elsewhere(person)
    expect(await statusOf(api.projects.get({ params: { id: projectID } }))).toBe(404)
    expect(await statusOf(api.tasks.byProject({ params: { projectId: projectID }, query: {} }))).toBe(404)
    expect(await statusOf(api.tasks.get({ params: { id: taskID } }))).toBe(404)
    expect(await statusOf(api.openTasks.get({ params: { id: taskID } }))).toBe(404)
    const found = [
      await api.projects.openProjects({ query: { q: title } }),
      await api.openTasks.list({ query: { projectID } }),
      await api.users.projects({}),
      await api.search.find({ query: { q: title } }),
    ]
    expect(JSON.stringify(found)).not.toContain(projectID)
  }
  for (const path of ['/p', '/p/feed.json', '/p/feed.atom'])
    expect(await (await fetch(`${server.origin}${path}`)).text()).not.toContain(projectID)
  for (const path of [`/p/${projectID}`, `/t/${taskID}`])
    expect((await fetch(`${server.origin}${path}`)).status).toBe(404)
  expect((await owner.api.projects.get({ params: { id: projectID } })).data.title).toBe(title)
  const [row] = (await grace.api.reports.queue({ query: { state: 'decided' } })).data.filter(
    ({ thing }) => thing?.id === projectID,
  )
  expect(row?.thing).toMatchObject({ title, isHidden: true })
  expect(await statusOf(owner.api.projects.update({ params: { id: projectID }, body: { archived: false } }))).toBe(409)
  expect(await statusOf(owner.api.memberships.invite({ params: { id: projectID, userId: reader.id }, body: {} }))).toBe(
    409,
  )
})

test('[REPORT-07] a hidden comment is gone for all but its author', async () => {
  const { owner, ana, ben } = world
  const taskID = await world.add()
  const say = async (by: Person, body: string) =>
    (await by.api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: unique('key-said-') } })).data
      .id
  const id = await say(ana, 'canary-comment')
  await say(ben, 'Hello.')
  await decided('comment', id, 'hide', ben)
  const read = async (person: Person) => {
    const api = await elsewhere(person)
    const params = { id: taskID }
    return JSON.stringify([
      await api.comments.list({ params, query: {} }),
      await api.comments.feed({ params, query: {} }),
    ])
  }
  for (const person of [owner, ben]) {
    expect(await read(person)).toContain('Hello.')
    expect(await read(person)).not.toContain(id)
    expect(await read(person)).not.toContain('canary-comment')
  }
  expect(await read(ana)).toContain('canary-comment')
  const reported = ben.api.reports.create({ body: { kind: 'comment', id, reason: 'spam' } })
  expect(await statusOf(reported)).toBe(404)
})

test('[REPORT-08] in a hidden project a running claim goes on, and nothing new can be taken', async () => {
  const { owner, ana, ben, projectID } = world
  await owner.api.projects.update({ params: { id: projectID }, body: { budget: '3000' } })
  const taskID = await world.offered({ amountCents: 10_000 })
  const other = await world.offered()
  const claim = await world.take(taskID)
  await decided('project', projectID, 'hide', reader)
  expect((await ana.api.tasks.get({ params: { id: taskID } })).data.id).toBe(taskID)
  const said = { body: 'I go on.', idempotencyKey: unique('key-said-') }
  await ana.api.comments.create({ params: { id: taskID }, body: said })
  const { leaseUntil } = await world.claim(claim.id, ana)
  expect(Date.parse(leaseUntil ?? '')).toBeGreaterThan(Date.parse(claim.leaseUntil ?? ''))
  expect(await statusOf(world.take(other, ben))).toBe(404)
  await world.handIn(taskID)
  await owner.api.submissions.accept({ params: { id: taskID, n: '1' }, body: {} })
  const { data } = await ana.api.dues.own({})
  expect(JSON.stringify(data)).toContain('10000')
})

test('[REPORT-08] in a hidden project who took a task without an offer still opens it', async () => {
  const { owner, ana, projectID } = world
  const body = { projectID, title: 'Sort the photographs', description: 'By year.' }
  const taskID = (await owner.api.tasks.create({ body })).data.id
  await world.take(taskID)
  const id = await decided('project', projectID, 'hide', reader)
  expect((await ana.api.tasks.get({ params: { id: taskID } })).data).toMatchObject({ id: taskID, assignedToID: ana.id })
  // Shown again it is hers as a member, as before.
  await appealed(id, owner, 'dismiss')
  const claims = server.db.selectFrom('claims').where('task_id', '=', taskID)
  expect(await claims.select(['state', 'reads_since']).execute()).toEqual([{ state: 'active', reads_since: null }])
})

test('[REPORT-11] [GUEST-05] who took a task before it had an offer reads nothing from before it as a guest, whatever was hidden between', async () => {
  const { owner, ana, projectID } = world
  await owner.api.projects.update({ params: { id: projectID }, body: { budget: '3000' } })
  const say = (body: string) =>
    owner.api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: unique('key-said-') } })
  const taskID = await world.add()
  await world.take(taskID)
  await server.db
    .updateTable('claims')
    .set({ claimed_at: new Date(0) })
    .where('task_id', '=', taskID)
    .execute()
  await say('A canary.')
  const id = await decided('project', projectID, 'hide', reader)
  await world.offer(taskID, { amountCents: 10_000 })
  await appealed(id, owner, 'dismiss')
  await world.handIn(taskID)
  await owner.api.memberships.remove({ params: { id: projectID, userId: ana.id } })
  await say('For guests.')
  const feed = JSON.stringify((await ana.api.comments.feed({ params: { id: taskID }, query: {} })).data)
  expect(feed).toContain('For guests.')
  expect(feed).not.toContain('canary')
})

test('[REPORT-11] [GUEST-04] a guest of finished work reads it as before, also after its task was offered again', async () => {
  const { owner, ana, projectID } = world
  await owner.api.projects.update({ params: { id: projectID }, body: { budget: '3000' } })
  const taskID = await world.offered({ amountCents: 10_000 })
  await world.take(taskID)
  const body = { body: 'My canary.', idempotencyKey: unique('key-said-') }
  await ana.api.comments.create({ params: { id: taskID }, body })
  await world.handIn(taskID)
  await owner.api.submissions.accept({ params: { id: taskID, n: '1' }, body: {} })
  await owner.api.memberships.remove({ params: { id: projectID, userId: ana.id } })
  const feed = async () => JSON.stringify((await ana.api.comments.feed({ params: { id: taskID }, query: {} })).data)
  expect(await feed()).toContain('My canary.')
  await server.db.updateTable('offers').set({ made_at: server.clock.now() }).where('task_id', '=', taskID).execute()
  await appealed(await decided('project', projectID, 'hide', reader), owner, 'dismiss')
  expect(await feed()).toContain('My canary.')
})

test('[REPORT-11] [GUEST-04] a claim without an offer that ended while hidden lets nobody in afterwards', async () => {
  const { owner, ana, projectID } = world
  const taskID = await world.add()
  const claim = await world.take(taskID)
  const id = await decided('project', projectID, 'hide', reader)
  await ana.api.claims.giveBack({ params: { id: claim.id }, body: {} })
  await appealed(id, owner, 'dismiss')
  const claims = server.db.selectFrom('claims').where('task_id', '=', taskID)
  expect(await claims.select(['state', 'reads_since']).execute()).toEqual([{ state: 'returned', reads_since: null }])
})

test('[REPORT-11] a granted appeal shows the thing as it was, and a decided appeal is final', async () => {
  const { owner, ana, ben, projectID } = world
  const access = async () => {
    const { data } = await ana.api.projects.get({ params: { id: projectID } })
    const rows = await server.db.selectFrom('memberships').where('project_id', '=', projectID).selectAll().execute()
    return {
      archivedAt: data.archivedAt,
      role: data.role,
      rows: rows.toSorted((a, b) => a.user_id.localeCompare(b.user_id)),
    }
  }
  const before = await access()
  const id = await decided('project', projectID, 'hide', reader)
  await appealed(id, owner, 'dismiss')
  expect(await access()).toEqual(before)
  const body = { decision: 'hide' as const, text: 'Again.' }
  expect(await statusOf(grace.api.reports.decide({ params: { id }, body }))).toBe(409)
  expect(await statusOf(owner.api.reports.appeal({ params: { id }, body: { text: 'Once more.' } }))).toBe(409)
  expect((await owner.api.reports.get({ params: { id } })).data).toMatchObject({
    ...{ isGranted: true, finalText: 'Looked at again.' },
  })

  const taskID = await world.add()
  const said = { body: 'Fine words.', idempotencyKey: unique('key-said-') }
  const { data: comment } = await ana.api.comments.create({ params: { id: taskID }, body: said })
  const kept = await decided('comment', comment.id, 'hide', ben)
  await ana.api.reports.appeal({ params: { id: kept }, body: { text: 'It is not.' } })
  expect(
    await statusOf(grace.api.reports.decide({ params: { id: kept }, body: { ...body, decision: 'suspend' } })),
  ).toBe(422)
  await grace.api.reports.decide({ params: { id: kept }, body })
  const read = await ben.api.comments.list({ params: { id: taskID }, query: {} })
  expect(JSON.stringify(read)).not.toContain('Fine words.')
})

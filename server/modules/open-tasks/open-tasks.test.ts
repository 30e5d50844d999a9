import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { OPEN_TASK_TEXT_MAX } from '#shared/contract/open-tasks.ts'
import type { OpenTask } from '#shared/contract/open-tasks.ts'
import { createMembership, createPerson, createProject, createUser, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>
type Query = NonNullable<Parameters<Person['api']['openTasks']['list']>[0]['query']>
let owner: Person
let reader: Person
beforeAll(async () => {
  owner = await createPerson(server, { name: 'Marta' })
  reader = await createPerson(server)
})

const projectOf = async (more: object = {}, by = owner) => {
  const project = await createProject(server, by.id, more)
  await server.db.updateTable('projects').set({ budget: '900000' }).where('id', '=', project.id).execute()
  return project.id
}
type Offer = Partial<Parameters<Person['api']['offers']['set']>[0]['body']>
const offered = async (projectID: string, task: object = {}, offer: Offer = {}, by = owner) => {
  const { data } = await by.api.tasks.create({
    body: { projectID, title: unique('Task '), description: 'Work.', ...task },
  })
  await by.api.offers.set({ params: { id: data.id }, body: { amountCents: 0, mode: 'claim', ...offer } })
  return data.id
}
const list = (query: Query = {}, by = reader) => by.api.openTasks.list({ query })
const idsOf = async (query: Query, by = reader) => (await list(query, by)).data.map(({ id }) => id)
/** All pages of a list, two tasks each. */
const walk = async (query: Query, between: () => Promise<unknown> = () => Promise.resolve()) => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, limit: 2, cursor })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
    await between()
  } while (cursor !== undefined)
  return ids
}

test('[OPEN-01] a signed-in person gets 20 tasks unless they ask for up to 50, and the place where the next page begins', async () => {
  const projectID = await projectOf()
  for (let n = 0; n < 22; n++) await offered(projectID)
  const first = await list({ projectID })
  expect(first.data).toHaveLength(20)
  const second = await list({ projectID, cursor: first.nextCursor ?? '' })
  expect([second.data.length, second.nextCursor]).toEqual([2, null])
  expect((await list({ projectID, limit: 50 })).data).toHaveLength(22)
  const refused = async (query: object) => (await failureOf(list(query))).status
  expect(await refused({ limit: 51 })).toBe(422)
  expect(await refused({ sort: 'biggest' })).toBe(422)
  expect(await refused({ cursor: 'made up' })).toBe(422)
  expect(await refused({ cursor: first.nextCursor, sort: 'due' })).toBe(422)
  expect((await fetch(`${server.origin}/api/open-tasks`)).status).toBe(401)
  const { data } = await reader.api.tokens.create({
    body: {
      name: 'reads',
      scopes: ['read'],
      endsAt: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
    },
  })
  expect((await server.client(data.token).openTasks.list({ query: { projectID } })).data).toHaveLength(20)
})

test('[OPEN-02] what ceases to be open is gone in the next call, and comes back with what it lacked', async () => {
  const projectID = await projectOf()
  const member = await createPerson(server)
  await createMembership(server, projectID, member.id)
  const [draft, applied, held, done] = [
    await offered(projectID, { status: 0 }),
    await offered(projectID, {}, { mode: 'apply' }),
    await offered(projectID),
    await offered(projectID),
  ]
  await offered(projectID, {}, { mode: 'assigned' })
  await owner.api.tasks.create({ body: { projectID, title: 'No offer', description: 'Work.' } })
  const open = async () => new Set(await idsOf({ projectID }))
  expect(await open()).toEqual(new Set([draft, applied, held, done]))
  const { data: claim } = await member.api.claims.take({
    params: { id: held },
    body: { idempotencyKey: unique('key-open-') },
  })
  expect(await open()).toEqual(new Set([draft, applied, done]))
  await member.api.claims.giveBack({ params: { id: claim.id }, body: {} })
  await owner.api.tasks.update({ params: { id: done }, body: { status: 5 } })
  await owner.api.tasks.remove({ params: { id: draft } })
  expect(await open()).toEqual(new Set([applied, held]))
  await owner.api.offers.close({ params: { id: applied } })
  expect(await open()).toEqual(new Set([held]))
  const set = (more: object) => server.db.updateTable('projects').set(more).where('id', '=', projectID).execute()
  for (const [off, on] of [
    [{ applications_paused: true }, { applications_paused: false }],
    [{ archived_at: new Date() }, { archived_at: null }],
    [{ status: 0 }, { status: 2 }],
    [{ status: 3 }, { status: 1 }],
  ]) {
    await set(off ?? {})
    expect(await open()).toEqual(new Set())
    await set(on ?? {})
    expect(await open()).toEqual(new Set([held]))
  }
})

test('[OPEN-03] a task for members is listed to members alone, and its page is not there for others', async () => {
  const projectID = await projectOf()
  const member = await createPerson(server)
  await createMembership(server, projectID, member.id)
  const id = await offered(projectID, {}, { takers: 'members' })
  expect(await idsOf({ projectID })).toEqual([])
  expect(await idsOf({ projectID }, member)).toEqual([id])
  expect((await failureOf(reader.api.openTasks.get({ params: { id } }))).status).toBe(404)
  expect((await member.api.openTasks.get({ params: { id } })).data.takers).toBe('members')
})

describe('[OPEN-04] a search', () => {
  test('finds title, first 300 characters, skills and project, with a misspelling and in every script', async () => {
    const projectID = await projectOf({ title: 'Ornithopedia', skills: 'Zeichnen, Kartografie' })
    const long = `${'x '.repeat(150)} zugvogelkarte`
    const [title, text, own, chinese] = [
      await offered(projectID, { title: 'Draw a quagga' }),
      await offered(projectID, { description: 'About the capybara.' }),
      await offered(projectID, { description: long }, { skills: ['Lithography'] }),
      await offered(projectID, { title: '菜园地图 подробная' }),
    ]
    const found = async (q: string) => new Set(await idsOf({ q }))
    expect(await found('QUAGGA')).toEqual(new Set([title]))
    expect(await found('capybara')).toEqual(new Set([text]))
    expect(await found('lithography')).toEqual(new Set([own]))
    expect(await found('ornithopedia kartografie')).toEqual(new Set([title, text, chinese]))
    expect(await found('菜园')).toEqual(new Set([chinese]))
    expect(await found('ПОДРОБНАЯ')).toEqual(new Set([chinese]))
    expect(await found('capibara')).toEqual(new Set([text]))
    expect(await found('zugvogelkarte')).toEqual(new Set())
    expect(await walk({ q: 'ornithopodia' })).toHaveLength(4)
  })

  test('is narrowed by skill, hours and mode; a task without an estimate is none of a few hours', async () => {
    const projectID = await projectOf()
    const [short, long] = [
      await offered(projectID, { estimateHours: 2 }, { skills: ['Câble'] }),
      await offered(projectID, { estimateHours: 9 }, { mode: 'apply' }),
    ]
    await offered(projectID)
    expect(await idsOf({ projectID, maxHours: 2 })).toEqual([short])
    expect(await idsOf({ projectID, maxHours: 9, mode: 'apply' })).toEqual([long])
    expect(await idsOf({ projectID, skill: 'cable' })).toEqual([short])
    expect(await idsOf({ projectID, skill: 'react', mode: 'apply' })).toEqual([long])
  })
})

test('[OPEN-05] [OPEN-06] each order is one, through its pages, while tasks are taken and added; rewards are of one currency', async () => {
  const projectID = await projectOf()
  const euros = await projectOf()
  await server.db.updateTable('projects').set({ currency: 'EUR' }).where('id', '=', euros).execute()
  const mark = unique('qorder')
  const made: string[] = []
  const facts = [
    { cents: 500, due: '2027-01-03', hours: 4 },
    { cents: 90_000, hours: 1 },
    { cents: 0, due: '2027-01-01' },
    { cents: 500, due: '2027-01-02', hours: 2.5 },
  ] as const
  for (const fact of facts) {
    server.clock.advance(1)
    const fields = {
      title: mark,
      dueOn: 'due' in fact ? fact.due : null,
      estimateHours: 'hours' in fact ? fact.hours : null,
    }
    made.push(await offered(projectID, fields, { amountCents: fact.cents }))
  }
  server.clock.advance(1)
  made.push(await offered(euros, { title: mark }, { amountCents: 70_000 }))
  const places = (ids: readonly string[]) => ids.map((id) => made.indexOf(id))
  expect(places(await walk({ q: mark }))).toEqual([4, 3, 2, 1, 0])
  expect(places(await walk({ q: mark, sort: 'reward' }))).toEqual([1, 3, 0, 2, 4])
  expect(places(await walk({ q: mark, sort: 'reward', currency: 'EUR' }))).toEqual([4, 3, 2, 1, 0])
  expect(places(await walk({ q: mark, sort: 'due' }))).toEqual([2, 3, 0, 4, 1])
  expect(places(await walk({ q: mark, sort: 'shortest' }))).toEqual([1, 3, 0, 4, 2])
  expect(places(await walk({ q: mark, minCents: 500 }))).toEqual([3, 1, 0])
  expect(places(await walk({ q: mark, minCents: 500, currency: 'EUR' }))).toEqual([4])
  // What has been passed is not shown again, and nothing is left out, when others come and go between two pages.
  let round = 0
  const between = async () => {
    round += 1
    server.clock.advance(1)
    await offered(projectID, { title: mark }, { amountCents: 400 })
    if (round === 1) await owner.api.offers.close({ params: { id: made[3] ?? '' } })
  }
  expect(places(await walk({ q: mark }, between))).toEqual([4, 3, 2, 1, 0])
})

test('[OPEN-08] a row has what one decides by, and the text is cut at a whole character', async () => {
  const projectID = await projectOf({ title: 'A bird atlas', skills: 'Maps, React', tier: 'silver' })
  const family = '👨‍👩‍👧‍👦'
  const description = `${'a'.repeat(OPEN_TASK_TEXT_MAX - 4)}${family} and more`
  const id = await offered(
    projectID,
    { title: 'Draw the map', description, dueOn: '2027-02-01', estimateHours: 6.5 },
    { amountCents: 40_000, leaseDays: 5, takers: 'tier', minTier: 'gold', aiRule: 'none' },
  )
  const { data } = await list({ projectID })
  expect(data).toEqual([
    {
      ...{ id, taskId: '1', title: 'Draw the map', description: 'a'.repeat(OPEN_TASK_TEXT_MAX - 4) },
      ...{ amountCents: 40_000, currency: 'USD', hours: 6.5, dueOn: '2027-02-01', mode: 'claim', leaseDays: 5 },
      ...{ takers: 'tier', minTier: 'gold', skills: ['Maps', 'React'], aiRule: 'none', full: false, may: false },
      whyNot: { reason: 'tier', text: 'For people of Gold and above.' },
      project: {
        ...{ id: projectID, title: 'A bird atlas', tier: 'silver' },
        owner: { username: owner.username, name: 'Marta' },
      },
      payerRecord: {
        ...{ count: 0, paid: 0, medianDays: null, withinPromise: null, confirmed: null, reviewDays: null },
        ...{ reviewsByClock: 0, rulingsAgainst: 0, late: null },
      },
    } satisfies OpenTask,
  ])
  const page = await reader.api.openTasks.get({ params: { id } })
  expect(page.data).toMatchObject({ description, state: 'open', reviewDays: 14, payDays: 14, answerDays: 14 })
})

test('[OPEN-09] no answer names a member, comment, file, label or assignee', async () => {
  const projectID = await projectOf()
  const word = unique('canary')
  const member = await createPerson(server, { name: `${word} member`, username: `${word}m` })
  await createMembership(server, projectID, member.id)
  const { data: label } = await owner.api.labels.create({
    params: { id: projectID },
    body: { name: `${word} label`.slice(0, 24), colour: 'teal' },
  })
  const taken = await offered(projectID, { labelIDs: [label.id] })
  const open = await offered(projectID, { labelIDs: [label.id] })
  for (const id of [taken, open])
    await member.api.comments.create({
      params: { id },
      body: { body: `${word} comment`, idempotencyKey: unique('key-c-') },
    })
  const form = new FormData()
  form.append('file', new Blob([word]), `${word}.txt`)
  const admin = await createUser(server)
  await createMembership(server, projectID, admin.user.id, 'admin')
  const headers = { authorization: `Bearer ${admin.accessToken}` }
  const sent = await fetch(`${server.origin}/api/projects/${projectID}/files`, { method: 'POST', body: form, headers })
  const file = (await sent.json()) as { data: { id: string } }
  await owner.api.tasks.update({ params: { id: open }, body: { fileIDs: [file.data.id] } })
  await reader.api.savedTasks.add({ params: { id: taken }, body: {} })
  await member.api.claims.take({ params: { id: taken }, body: { idempotencyKey: unique('key-taken-') } })
  const answers = [
    await list({ projectID }),
    await reader.api.openTasks.get({ params: { id: open } }),
    await reader.api.openTasks.get({ params: { id: taken } }),
    await reader.api.savedTasks.list({}),
  ]
  const text = JSON.stringify(answers)
  expect(text).toContain('"state":"taken"')
  expect(text).toContain('Somebody else has this task.')
  expect(text).not.toContain(word)
})

test('[OPEN-19] saved tasks are listed as taken while somebody has them, and leave the list when they are gone', async () => {
  const projectID = await projectOf()
  const member = await createPerson(server)
  await createMembership(server, projectID, member.id)
  const person = await createPerson(server)
  const [first, second] = [await offered(projectID), await offered(projectID)]
  const save = (id: string) => person.api.savedTasks.add({ params: { id }, body: {} })
  for (const id of [first, second, first]) {
    await save(id)
    server.clock.advance(1)
  }
  const saved = async () =>
    (await person.api.savedTasks.list({})).data.map(({ id, state, may }) => ({ id, state, may }))
  expect(await saved()).toEqual([
    { id: second, state: 'open', may: true },
    { id: first, state: 'open', may: true },
  ])
  await member.api.claims.take({ params: { id: second }, body: { idempotencyKey: unique('key-saved-') } })
  await owner.api.tasks.remove({ params: { id: first } })
  expect(await saved()).toEqual([{ id: second, state: 'taken', may: false }])
  expect((await failureOf(save(first))).status).toBe(404)
  await person.api.savedTasks.remove({ params: { id: second } })
  expect(await saved()).toEqual([])
})

test('[OPEN-19] a person saves 500 tasks, and of several more at once none', async () => {
  const projectID = await projectOf()
  const person = await createPerson(server)
  await sql`
    with made as (
      insert into tasks (id, project_id, task_number, title)
      select gen_random_uuid(), ${projectID}::uuid, n, 'Task ' || n from generate_series(100, 598) n returning id
    ), given as (
      insert into offers (task_id, project_id, amount_cents, currency, mode, made_by, made_at, changed_at)
      select id, ${projectID}::uuid, 0, 'USD', 'claim', ${owner.id}::uuid, now(), now() from made
    ) insert into saved_tasks select ${person.id}::uuid, id, now() from made`.execute(server.db)
  const more = [await offered(projectID), await offered(projectID), await offered(projectID)]
  const tries = await Promise.allSettled(more.map((id) => person.api.savedTasks.add({ params: { id }, body: {} })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await person.api.savedTasks.list({})).data).toHaveLength(500)
  const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  expect(refusals.map(({ message }) => message)).toEqual(Array<string>(2).fill('You can save at most 500 tasks.'))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
const person = (options?: Parameters<typeof createPerson>[1]) => createPerson(server, options)
const find = async ({ api }: Person, q: string, limit?: number) =>
  (await api.search.find({ query: { q, ...(limit !== undefined && { limit }) } })).data
const titlesOf = async (who: Person, q: string, limit = 20) => {
  const { tasks, projects, people } = await find(who, q, limit)
  return {
    tasks: tasks.map(({ title }) => title),
    projects: projects.map(({ title }) => title),
    people: people.map(({ username }) => username),
  }
}
let number = 0
const addTask = async (projectID: string, title: string, values: { task_number?: number; updated_at?: Date } = {}) => {
  const id = uuidv7()
  number += 1
  await server.db
    .insertInto('tasks')
    .values({ id, project_id: projectID, title, description: 'To do.', task_number: number + 1000, ...values })
    .execute()
  return id
}
const nothing = { tasks: [], projects: [], people: [] }

test('[KEYS-03] the search needs a session and text, and answers at most 8 hits, of all kinds', async () => {
  const word = unique('lighthouse')
  const owner = await person({ username: word })
  for (let n = 0; n < 5; n++) {
    const { id } = await createProject(server, owner.id, { title: `${word} project ${n}` })
    for (const part of ['door', 'lamp']) await addTask(id, `${word} ${part} ${n}`)
  }
  const found = await find(owner, word)
  expect(found.tasks.length + found.projects.length + found.people.length).toBe(8)
  expect(found.tasks.length).toBeGreaterThan(1)
  expect(found.projects.length).toBeGreaterThan(1)
  expect(found.people).toEqual([{ id: owner.id, username: word, name: word }])
  expect(Object.values(await find(owner, word, 3)).flat()).toHaveLength(3)
  expect((await failureOf(server.client().search.find({ query: { q: word } }))).status).toBe(401)
  for (const query of [{ q: '  ' }, { q: 'x'.repeat(201) }, { q: word, limit: 0 }, { q: word, limit: 21 }])
    expect((await failureOf(owner.api.search.find({ query }))).status).toBe(422)
})

test('[KEYS-05] the exact number comes first, then titles that begin with the text, then those with its words', async () => {
  const owner = await person()
  const { id } = await createProject(server, owner.id)
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  await addTask(id, 'Sort the 417 photos', { updated_at: day(9) })
  await addTask(id, '417 reasons', { updated_at: day(8) })
  await addTask(id, 'Paint the fence', { task_number: 417, updated_at: day(1) })
  expect((await find(owner, '417')).tasks.map(({ title }) => title)).toEqual([
    'Paint the fence',
    '417 reasons',
    'Sort the 417 photos',
  ])
  const [first] = (await find(owner, '#417')).tasks
  expect(first).toMatchObject({ taskId: '417', projectID: id, title: 'Paint the fence' })
  expect((await titlesOf(owner, 'the fence')).tasks).toEqual(['Paint the fence'])
  expect((await titlesOf(owner, 'FENCE  páint')).tasks).toEqual(['Paint the fence'])
  expect((await titlesOf(owner, 're')).tasks).toEqual(['417 reasons'])
  expect((await titlesOf(owner, 'ence pai')).tasks).toEqual(['Paint the fence'])
})

test('[KEYS-05] projects and people are ranked by the beginning of their names, too', async () => {
  const word = unique('harbour')
  const owner = await person()
  await createProject(server, owner.id, { title: `Cranes of the ${word}` })
  await createProject(server, owner.id, { title: `${word} walk` })
  await createProject(server, owner.id, { title: 'A quay', description: `Near the ${word}.` })
  await person({ username: `${unique('z')}`, name: `Ann ${word}` })
  const second = await person({ username: `${word}zz` })
  const { projects, people } = await titlesOf(await person(), word)
  expect(projects).toEqual([`${word} walk`, `Cranes of the ${word}`, 'A quay'])
  expect(people[0]).toBe(second.username)
  expect(people).toHaveLength(2)
})

test('[KEYS-06] one character of a script without spaces is found anywhere, signs are taken literally', async () => {
  const owner = await person()
  const { id } = await createProject(server, owner.id)
  await addTask(id, '社区菜园的规划')
  await addTask(id, 'Reach 100% coverage_of tests')
  expect((await titlesOf(owner, '园')).tasks).toEqual(['社区菜园的规划'])
  expect((await titlesOf(owner, '%')).tasks).toEqual(['Reach 100% coverage_of tests'])
  expect((await titlesOf(owner, '_of')).tasks).toEqual(['Reach 100% coverage_of tests'])
  expect((await titlesOf(owner, '999999999999')).tasks).toEqual([])
  expect(await find(owner, '\u0301')).toEqual(nothing)
})

describe('[KEYS-04] a search finds only what the viewer may see', () => {
  const word = unique('meadow')
  const people: Partial<Record<string, Person>> = {}
  const titles: Record<string, string> = {}
  const as = (who: string): Person => {
    const found = people[who]
    if (!found) throw new Error(`there is no ${who}`)
    return found
  }
  beforeAll(async () => {
    for (const who of ['owner', 'admin', 'member', 'applicant', 'invitee', 'rejected', 'withdrawn', 'outsider'])
      people[who] = await person()
    people['administrator'] = await person({ isAdministrator: true })
    const kinds = {
      open: {},
      completed: { status: 3 },
      draft: { status: 0 },
      refused: { status: 4 },
      archived: { isArchived: true },
      deleted: {},
    }
    for (const [kind, options] of Object.entries(kinds)) {
      titles[kind] = `${word} ${kind}`
      const { id } = await createProject(server, as('owner').id, { title: titles[kind], ...options })
      await createMembership(server, id, as('admin').id, 'admin')
      await createMembership(server, id, as('member').id)
      const request = { project_id: id, created_by: as('owner').id, kind: 'application' as const }
      await server.db
        .insertInto('project_requests')
        .values([
          { ...request, id: uuidv7(), user_id: as('applicant').id },
          { ...request, id: uuidv7(), user_id: as('invitee').id, kind: 'invitation' },
          { ...request, id: uuidv7(), user_id: as('rejected').id, status: 2, answered_at: new Date() },
          { ...request, id: uuidv7(), user_id: as('withdrawn').id, withdrawn_at: new Date() },
        ])
        .execute()
      await addTask(id, `${word} task of ${kind}`)
      if (kind === 'deleted')
        await server.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    }
  })
  const taskOf = (kind: string) => `${word} task of ${kind}`
  const own = ['open', 'completed', 'draft', 'refused', 'archived']

  test.each(['owner', 'admin', 'member'])('%s: all projects but the deleted one, with their tasks', async (who) => {
    const found = await titlesOf(as(who), word)
    expect(found.projects.sort()).toEqual(own.map((kind) => titles[kind]).sort())
    expect(found.tasks.sort()).toEqual(own.map(taskOf).sort())
  })

  test.each(['applicant', 'invitee'])('%s: the projects of the open requests, and no task', async (who) => {
    const found = await titlesOf(as(who), word)
    expect(found.projects.sort()).toEqual(own.map((kind) => titles[kind]).sort())
    expect(found.tasks).toEqual([])
  })

  test.each(['rejected', 'withdrawn', 'outsider', 'administrator'])('%s: the market, and no task', async (who) => {
    expect(await titlesOf(as(who), word)).toEqual({ tasks: [], projects: [titles['open']], people: [] })
    expect((await find(as(who), '#1')).tasks).toEqual([])
  })

  test('a member who was removed finds neither the project nor its tasks from then on', async () => {
    const someone = await person()
    const title = unique('cellar')
    const { id } = await createProject(server, as('owner').id, { title, status: 0 })
    await addTask(id, `${title} stairs`)
    await createMembership(server, id, someone.id)
    expect(await titlesOf(someone, title)).toEqual({ tasks: [`${title} stairs`], projects: [title], people: [] })
    await server.db.deleteFrom('memberships').where('user_id', '=', someone.id).execute()
    expect(await titlesOf(someone, title)).toEqual(nothing)
  })

  test('a task in the trash is not found, by number or title, until it is restored; a new title replaces the old', async () => {
    const owner = await person()
    const { id } = await createProject(server, owner.id)
    const taskID = await addTask(id, 'Mend the pump', { task_number: 7 })
    const set = (values: { deleted_at?: Date | null; title?: string }) =>
      server.db.updateTable('tasks').set(values).where('id', '=', taskID).execute()
    await set({ deleted_at: new Date() })
    for (const q of ['pump', '#7', '7']) expect((await find(owner, q)).tasks, q).toEqual([])
    await set({ title: 'Mend the well' })
    expect((await find(owner, 'mend')).tasks).toEqual([])
    await set({ deleted_at: null })
    expect((await titlesOf(owner, 'well')).tasks).toEqual(['Mend the well'])
    expect((await titlesOf(owner, 'pump')).tasks).toEqual([])
    expect((await titlesOf(owner, '#7')).tasks).toEqual(['Mend the well'])
  })

  test('nobody is found who is hidden from the directory or not verified, by anybody', async () => {
    const name = unique('wren')
    const hidden = await person({ username: `${name}hidden` })
    await hidden.api.users.updateSettings({ body: { showInTalentDirectory: false } })
    await person({ username: `${name}new`, isEmailVerified: false })
    await person({ username: `${name}seen` })
    for (const who of [as('outsider'), as('administrator'), hidden])
      expect((await titlesOf(who, name)).people).toEqual([`${name}seen`])
    expect((await titlesOf(as('outsider'), `${name}hidden`)).people).toEqual([])
    expect((await titlesOf(as('outsider'), hidden.email)).people).toEqual([])
  })
})

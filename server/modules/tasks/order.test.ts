import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'
import { createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { withTx } from '#server/db/pool.ts'
import { setRank } from './order-repository.ts'
import { gapAt, rankIn } from './ordering.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let member: Person
let projectID = ''
beforeEach(async () => {
  ;[owner, member] = await Promise.all([createPerson(server), createPerson(server)])
  projectID = (await createProject(server, owner.id)).id
  await createMembership(server, projectID, member.id)
})

const create = async (title: string, status = 1) =>
  (await owner.api.tasks.create({ body: { title, description: 'Work.', projectID, status } })).data
const several = async (titles: string) => {
  const tasks = []
  for (const title of [...titles].reverse()) tasks.unshift(await create(title))
  return tasks.map(({ id }) => id)
}
type Order = Parameters<Person['api']['tasks']['order']>[0]['body']
const order = (id: string, body: Order, by = member) => by.api.tasks.order({ params: { id }, body })
/** The titles of a column, in its order. */
const column = async (status = 1) => {
  const { data } = await owner.api.tasks.byProject({ params: { projectId: projectID }, query: { status } })
  const ranks = data.map(({ rank }) => rank ?? '')
  expect(new Set(ranks).size).toBe(ranks.length)
  return data
    .toSorted((a, b) => ((a.rank ?? '') < (b.rank ?? '') ? -1 : 1))
    .map(({ title }) => title)
    .join('')
}

describe('placing', () => {
  test('[TASK2-23] any member places a task behind or before another, also in another column; a stranger gets 404', async () => {
    const [a = '', b = '', c = '', d = ''] = await several('ABCD')
    expect(await column()).toBe('ABCD')
    await order(d, { afterID: a })
    expect(await column()).toBe('ADBC')
    await order(a, { afterID: c })
    expect(await column()).toBe('DBCA')
    await order(c, { beforeID: d })
    expect(await column()).toBe('CDBA')
    await order(a, { beforeID: b })
    expect(await column()).toBe('CDAB')
    const x = await create('X', 2)
    const y = await create('Y', 2)
    expect((await order(b, { afterID: y.id, status: 2 })).data).toMatchObject({ status: 2, version: 2 })
    expect([await column(), await column(2)]).toEqual(['CDA', 'YBX'])
    expect((await order(b, { beforeID: x.id, status: 2 })).data.version).toBe(2)
    const stranger = await createPerson(server)
    await expect(order(a, { afterID: c }, stranger)).rejects.toEqual(refused(404))
    for (const body of [{}, { afterID: c, beforeID: d }, { status: 2 }])
      await expect(order(a, body)).rejects.toEqual(refused(422))
    await expect(order(a, { afterID: c, status: 4 })).rejects.toEqual(refused(403))
  })

  test('[TASK2-23] ordering alone is no new version: somebody else’s open edit still fits', async () => {
    const [a = '', b = ''] = await several('AB')
    const { data } = await order(a, { afterID: b })
    expect(data.version).toBe(1)
    const body = { title: 'Z', version: 1 }
    expect((await owner.api.tasks.update({ params: { id: a }, body })).data.version).toBe(2)
    expect(await column()).toBe('BZ')
  })

  test('a neighbour that has left the column is a conflict, and a place that a task has already is no change', async () => {
    const [a = '', b = '', c = ''] = await several('ABC')
    const { data } = await order(b, { afterID: a })
    const again = (await order(b, { beforeID: c })).data
    expect(again.shown).toBe(data.shown)
    await owner.api.tasks.update({ params: { id: a }, body: { status: 2 } })
    await expect(order(c, { afterID: a })).rejects.toEqual(refused(409))
    await expect(order(c, { afterID: c })).rejects.toEqual(refused(409))
    await expect(order(c, { afterID: uuidv7() })).rejects.toEqual(refused(409))
    expect(await column()).toBe('BC')
  })
})

test('[TASK2-24] a new task, and one moved without a place, comes to the top of its column', async () => {
  const [, b = ''] = await several('AB')
  await create('C')
  expect(await column()).toBe('CAB')
  await create('X', 2)
  await member.api.tasks.update({ params: { id: b }, body: { status: 2 } })
  expect([await column(), await column(2)]).toEqual(['CA', 'BX'])
  // Completing takes another way through the server than moving.
  await create('Y', 4)
  await owner.api.tasks.update({ params: { id: b }, body: { status: 4, title: 'D' } })
  expect(await column(4)).toBe('DY')
  // A card above the top, and one moved after that.
  const [c = ''] = (await owner.api.tasks.byProject({ params: { projectId: projectID }, query: { status: 1 } })).data
    .filter(({ title }) => title === 'A')
    .map(({ id }) => id)
  await order(b, { beforeID: c, status: 1 }, owner)
  await create('E')
  expect((await column()).startsWith('E')).toBe(true)
})

describe('[TASK2-21] one total order without ties', () => {
  test('when several people drop at the same place at once', async () => {
    const [first = '', ...others] = await several('ABCDEFGH')
    await Promise.all(others.slice(1).map((id, n) => order(id, { afterID: first }, n % 2 ? owner : member)))
    const shown = await column()
    expect(shown.at(0)).toBe('A')
    expect([...shown].toSorted().join('')).toBe('ABCDEFGH')
    expect(shown.at(-1)).toBe('B')
  })

  test('after 10,000 drops into one gap', async () => {
    const [a = '', b = '', c = ''] = await several('ABC')
    await withTx(server.db, async (tx) => {
      const dropBehindA = async (taskID: string, dropsBefore = 0) => {
        const place = { projectID, status: 1, taskID }
        let gap = await gapAt(tx, place, { afterID: a })
        // Each drop narrows the gap for the next one; the database would only say so again.
        for (let drops = 0; drops < dropsBefore; drops++) gap = { ...gap, before: rankIn(gap) }
        await setRank(tx, place, rankIn(gap), null)
      }
      for (let rounds = 0; rounds < 100; rounds++) {
        await dropBehindA(b, 98)
        await dropBehindA(c)
      }
    })
    expect(await column()).toBe('ACB')
    await order(b, { afterID: a })
    expect(await column()).toBe('ABC')
  })
})

test('[TASK2-24] columns keep the order that they showed before the update', async () => {
  const scratch = await createScratchDatabase({ empty: true })
  try {
    await migrateToLatest(
      scratch.db,
      migrations.filter(({ name }) => name < '0021'),
    )
    const [user, project] = [uuidv7(), uuidv7()]
    await sql`insert into users (id, email, username, password_hash) values (${user}, 'o@example.org', 'olga', 'x')`.execute(
      scratch.db,
    )
    await sql`insert into projects (id, title, description, created_by) values (${project}, 'Atlas', 'Birds.', ${user})`.execute(
      scratch.db,
    )
    await sql`insert into tasks (id, project_id, task_number, title, status, updated_at)
      select gen_random_uuid(), ${project}, n, 'T', n % 6, now() - (n * 37 % 100 / 3) * interval '1 minute' from generate_series(1, 300) n`.execute(
      scratch.db,
    )
    await migrateToLatest(scratch.db)
    const numbers = async (by: string) =>
      (await sql`select status, task_number from tasks order by status, ${sql.raw(by)}`.execute(scratch.db)).rows
    expect(await numbers('rank')).toEqual(await numbers('updated_at desc, id desc'))
    // What comes to the top later is above them.
    await sql`update tasks set status = 1 where task_number = 2`.execute(scratch.db)
    const { rows } = await sql`select task_number from tasks where status = 1 order by rank limit 1`.execute(scratch.db)
    expect(rows).toEqual([{ task_number: 2 }])
  } finally {
    await scratch.drop()
  }
})

test('a board’s tag is another one after every change that it shows, and never an old one again', async () => {
  const tags: string[] = []
  const note = async () => {
    const answer = await fetch(`${server.origin}/api/user-tasks/by-project/${projectID}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    tags.push(answer.headers.get('etag') ?? '')
  }
  const { user, accessToken: token } = await createUser(server)
  await createMembership(server, projectID, user.id)
  await note()
  const [a = '', b = ''] = await several('AB')
  await note()
  await order(a, { afterID: b })
  await note()
  await sql`update tasks set comment_count = comment_count + 1 where id = ${a}`.execute(server.db)
  await note()
  await sql`update tasks set deleted_at = now() where id = ${a}`.execute(server.db)
  await note()
  expect(new Set(tags).size).toBe(tags.length)
})

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import type { Caller } from '#server/http/handlers.ts'
import { createBoards } from './boards.ts'
import { emptyTrash } from './trash-repository.ts'

const statements = watchStatements()
const server = testApp({ config: { taskLimit: 1_000_000 } })

afterAll(async () => {
  statements.restore()
})

type Person = Awaited<ReturnType<typeof createPerson>>
/** A number below `below`, the same in each run. */
const random = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}

const world = async () => {
  const [owner, ...others] = await Promise.all(
    Array.from({ length: 4 }, (_, n) => createPerson(server, { name: `N ${n}` })),
  )
  if (!owner) throw new Error('Four people.')
  const { id: projectID } = await createProject(server, owner.id)
  for (const { id } of others) await createMembership(server, projectID, id, 'admin')
  const { api } = owner
  for (const name of ['One', 'Two'])
    await api.labels.create({ params: { id: projectID }, body: { name, colour: 'red' } })
  const create = (title: string, more: object = {}) =>
    api.tasks.create({ body: { projectID, title, description: 'Line\nand "quote"', ...more } })
  for (let n = 0; n < 12; n++) await create(`Task ${n}`)
  return { owner, people: [owner, ...others], projectID, create }
}
type World = Awaited<ReturnType<typeof world>>
const wholeBoard = ({ projectID }: World) => ({ params: { projectId: projectID }, query: { limit: 5_000 } })

const callerOf = async ({ id: userID }: Person): Promise<Caller> => {
  const sessions = server.db.selectFrom('session_families').select('id').where('user_id', '=', userID)
  const verify = () => Promise.reject(new Error('Nobody asks.'))
  return { userID, sessionID: (await sessions.executeTakeFirstOrThrow()).id, verify }
}
const tasksOf = (projectID: string, isDeleted: boolean) =>
  server.db
    .selectFrom('tasks')
    .select(['id', 'version', 'status'])
    .where('project_id', '=', projectID)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .orderBy('task_number')
    .execute()

/** All that can change what a board shows, or nearly nothing. */
const changes: Record<string, (w: World, any: (below: number) => number) => Promise<unknown>> = {
  create: ({ create }, any) => create(`New ${any(1000)}`),
  give: ({ create, people }, any) =>
    create('Given', { assignedToID: people[any(4)]?.id, dueOn: '2027-01-01', labelIDs: [1] }),
  ...Object.fromEntries(
    (
      [
        ['move', (any) => ({ status: any(6) })],
        [
          'edit',
          (any) => ({
            title: `Edited ${any(1000)} 社区`,
            priority: (['none', 'low', 'urgent'] as const)[any(3)] ?? 'low',
          }),
        ],
        ['estimate', (any) => ({ estimateHours: 1 + any(9), labelIDs: any(2) ? [1, 2] : [] })],
      ] satisfies Array<[string, (any: (below: number) => number) => object]>
    ).map(([name, body]) => [
      name,
      async ({ owner, projectID }: World, any: (below: number) => number) => {
        const tasks = await tasksOf(projectID, false)
        await owner.api.tasks.update({ params: { id: tasks[any(tasks.length)]?.id ?? '' }, body: body(any) })
      },
    ]),
  ),
  assign: async ({ owner, people, projectID }, any) => {
    const tasks = await tasksOf(projectID, false)
    const assignedToID = people[any(4)]?.id ?? null
    await owner.api.tasks.update({ params: { id: tasks[any(tasks.length)]?.id ?? '' }, body: { assignedToID } })
  },
  block: async ({ owner, projectID }, any) => {
    const tasks = await tasksOf(projectID, false)
    const [one, other] = [any(tasks.length), any(tasks.length)]
    if (one === other) return
    const blockedByIDs = [tasks[other]?.id ?? '']
    await owner.api.tasks
      .update({ params: { id: tasks[one]?.id ?? '' }, body: { blockedByIDs } })
      .catch(() => undefined)
  },
  order: async ({ owner, projectID }, any) => {
    const tasks = await tasksOf(projectID, false)
    const one = tasks[any(tasks.length)]
    const below = tasks.find(({ id, status }) => id !== one?.id && status === one?.status)
    if (one && below) await owner.api.tasks.order({ params: { id: one.id }, body: { afterID: below.id } })
  },
  comment: async ({ owner, projectID }, any) => {
    const tasks = await tasksOf(projectID, false)
    const params = { id: tasks[any(tasks.length)]?.id ?? '' }
    await owner.api.comments.create({
      params,
      body: { body: 'A word.', idempotencyKey: `key-${any(1e9)}-${any(1e9)}` },
    })
  },
  trash: async ({ owner, projectID }, any) => {
    const tasks = await tasksOf(projectID, false)
    if (tasks.length > 5) await owner.api.tasks.remove({ params: { id: tasks[any(tasks.length)]?.id ?? '' } })
  },
  restore: async ({ owner, projectID }, any) => {
    const tasks = await tasksOf(projectID, true)
    const one = tasks[any(Math.max(1, tasks.length))]
    if (one) await owner.api.tasks.restore({ params: { id: one.id }, body: {} })
  },
  trashChanged: async ({ owner, projectID }, any) => {
    const tasks = await tasksOf(projectID, false)
    const params = { id: tasks[any(tasks.length)]?.id ?? '' }
    await owner.api.tasks.update({ params, body: { title: 'Changed, then deleted' } })
    if (tasks.length > 5) await owner.api.tasks.remove({ params })
  },
  purge: async ({ projectID }) => {
    await sql`update tasks set deleted_at = deleted_at - interval '40 days' where project_id = ${projectID}
      and deleted_at is not null`.execute(server.db)
    await emptyTrash(server.db, new Date())
  },
  rename: ({ people }, any) =>
    server.db
      .updateTable('users')
      .set({ name: any(4) ? `Name ${any(1000)} "x"` : '' })
      .where('id', '=', people[any(4)]?.id ?? '')
      .execute(),
  lateCommit: ({ projectID }) =>
    sql`update tasks set version = version + 1, updated_at = now() - interval '1 hour'
      where id = (select id from tasks where project_id = ${projectID} order by updated_at desc limit 1)`.execute(
      server.db,
    ),
}

/** Reads that asked for what has changed alone. */
const isOfChanges = ({ text, values }: { text: string; values: readonly unknown[] }) =>
  text.includes('with changed as') && values.some((value) => typeof value === 'string' && /^\d{4}-.*\+00$/.test(value))
const isOfAll = (ran: { text: string; values: readonly unknown[] }) =>
  ran.text.includes('with changed as') && !isOfChanges(ran)

test.each([1, 2, 3])(
  '[WIRE2-40] a board made of what changed is the one that is read whole, byte by byte (%i)',
  async (seed) => {
    const w = await world()
    const caller = await callerOf(w.owner)
    const any = random(seed)
    const kept = createBoards(server.deps)
    const read = (boards: typeof kept) =>
      boards(null, caller, wholeBoard(w), { knownTags: [] }).then(({ tag, body }) => ({
        tag,
        body: String(body),
      }))
    await read(kept)
    const names = Object.keys(changes)
    const done: string[] = []
    for (let n = 0; n < 60; n++) {
      for (let times = 1 + any(2); times > 0; times--) {
        const name = names[any(names.length)] ?? ''
        done.push(name)
        await changes[name]?.(w, any)
      }
      expect(await read(kept), done.slice(-3).join(', ')).toEqual(await read(createBoards(server.deps)))
    }
  },
)

test('[WIRE2-40] after ordinary changes only these are read; after a deletion, a new name or a change that was late everything', async () => {
  const w = await world()
  const caller = await callerOf(w.owner)
  const any = random(4)
  const kept = createBoards(server.deps)
  const read = () => kept(null, caller, wholeBoard(w), { knownTags: [] })
  const readsAfter = async (name: string) => {
    await changes[name]?.(w, any)
    const ran = await statements.during(read)
    return [ran.filter(isOfChanges).length, ran.filter(isOfAll).length]
  }
  expect((await statements.during(read)).filter(isOfAll)).toHaveLength(1)
  expect((await statements.during(read)).filter((ran) => isOfAll(ran) || isOfChanges(ran))).toEqual([])
  for (const name of ['create', 'edit', 'assign', 'create', 'estimate', 'give'])
    expect([name, await readsAfter(name)]).toEqual([name, [1, 0]])
  await sql`update users set name = 'Another' where id = ${w.owner.id}`.execute(server.db)
  for (const name of ['edit', 'trash', 'lateCommit']) expect([name, await readsAfter(name)]).toEqual([name, [1, 1]])
})

test('[WIRE2-40] while many write, each read is of a board that there was, and the last one has everything', async () => {
  const w = await world()
  const caller = await callerOf(w.owner)
  const kept = createBoards(server.deps)
  const read = async () => {
    const { tag, body } = await kept(null, caller, wholeBoard(w), { knownTags: [] })
    return {
      // The history comes first, then the number.
      tag: Number(tag.split('.')[1]),
      cards: (JSON.parse(String(body)) as { data: Array<{ id: string; shown: number }> }).data,
    }
  }
  let isOver = false
  const reading = async () => {
    for (let before = 0; !isOver;) {
      const { tag, cards } = await read()
      expect(tag).toBeGreaterThanOrEqual(before)
      // Nothing is deleted, so the tag is the sum of what is shown.
      expect(cards.reduce((sum, { shown }) => sum + shown, 0)).toBe(tag)
      before = tag
    }
  }
  const writing = Promise.all(
    w.people.flatMap((_, n) =>
      Array.from({ length: 3 }, async (__, m) => {
        const any = random(n * 10 + m)
        for (let round = 0; round < 15; round++) await changes[['create', 'edit', 'move'][any(3)] ?? '']?.(w, any)
      }),
    ),
  ).finally(() => (isOver = true))
  await Promise.all([writing, reading(), reading(), reading()])
  const { body } = await createBoards(server.deps)(null, caller, wholeBoard(w), { knownTags: [] })
  expect((await read()).cards).toEqual((JSON.parse(String(body)) as { data: unknown }).data)
})

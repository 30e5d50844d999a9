import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import { readBoardTags } from './board-repository.ts'
import { emptyTrash } from './trash-repository.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let admin: Person
let member: Person
let other: Person
let projectID = ''
beforeEach(async () => {
  ;[owner, admin, member, other] = await Promise.all([
    createPerson(server),
    createPerson(server),
    createPerson(server),
    createPerson(server),
  ])
  projectID = (await createProject(server, owner.id, { tier: 'gold' })).id
  await createMembership(server, projectID, admin.id, 'admin')
  for (const { id } of [member, other]) await createMembership(server, projectID, id)
})

type Body = Parameters<Person['api']['tasks']['create']>[0]['body']
const create = async (by: Person, more: Partial<Body> = {}) =>
  (await by.api.tasks.create({ body: { title: 'Draw it', description: 'On paper.', projectID, ...more } })).data
const remove = (by: Person, id: string) => by.api.tasks.remove({ params: { id } })
const restore = async (by: Person, id: string) => (await by.api.tasks.restore({ params: { id }, body: {} })).data
const board = async (by = owner) =>
  (await by.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data.map(({ id }) => id)
const trash = async (by: Person) =>
  (await by.api.tasks.trash({ params: { id: projectID }, query: {} })).data.map(({ id }) => id)
const reputation = async ({ username }: Person) =>
  (await owner.api.people.profileByUsername({ params: { username } })).data.reputation

describe('deleting', () => {
  test('[TASK2-30] owner and admin delete any task, strangers know of none', async () => {
    const stranger = await createPerson(server)
    for (const by of [owner, admin]) {
      const { id } = await create(member, { assignedToID: other.id })
      await expect(remove(stranger, id)).rejects.toEqual(refused(404))
      await remove(by, id)
      expect(await board()).not.toContain(id)
      await expect(remove(by, id)).rejects.toEqual(refused(404))
    }
  })

  test('[TASK2-30] a member deletes what they created and nobody else has touched, and hears why not', async () => {
    const own = await create(member)
    await member.api.tasks.update({ params: { id: own.id }, body: { title: 'Draw it well' } })
    await remove(member, own.id)
    const touched = await create(member)
    await other.api.tasks.update({ params: { id: touched.id }, body: { status: 2 } })
    const foreign = await create(owner)
    await expect(remove(member, touched.id)).rejects.toEqual(
      refused(403, 'Others have worked with this task already. Only admins and owners can delete it now.'),
    )
    await expect(remove(member, foreign.id)).rejects.toEqual(
      refused(403, 'Only owners, admins and the task’s creator can delete it.'),
    )
    expect((await board()).toSorted()).toEqual([touched.id, foreign.id].toSorted())
  })

  test('[TASK2-31] a deleted task is gone from every list, count, call and inbox at once', async () => {
    const task = await create(owner, { assignedToID: member.id, status: 2 })
    await create(owner, { blockedByIDs: [task.id] })
    const params = { id: task.id }
    // A comment of the member's own would have read the notice.
    await other.api.comments.create({ params, body: { body: 'Soon.', idempotencyKey: 'a-first-comment' } })
    const inbox = async () =>
      (await member.api.notifications.list({ query: {} })).data.filter((notice) => notice.task?.id === task.id)
    expect(await inbox()).toHaveLength(1)
    const before = await member.api.notifications.count({})
    await remove(owner, task.id)
    expect(await board()).not.toContain(task.id)
    expect(
      (await owner.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data[0]?.blockedBy ?? [],
    ).toEqual([])
    expect((await member.api.tasks.list({ query: {} })).data).toEqual([])
    expect((await member.api.tasks.active({ query: {} })).data).toEqual([])
    expect(await inbox()).toEqual([])
    expect((await member.api.notifications.count({})).data.forYou).toBe(before.data.forYou - 1)
    const { data: found } = await member.api.search.find({ query: { q: 'Draw it' } })
    expect(JSON.stringify(found)).not.toContain(task.id)
    for (const call of [
      () => owner.api.tasks.get({ params }),
      () => owner.api.tasks.update({ params, body: { status: 3 } }),
      () => owner.api.tasks.update({ params, body: { title: 'x' } }),
      () => owner.api.tasks.order({ params, body: { afterID: task.id } }),
      () => member.api.comments.list({ params, query: {} }),
      () => member.api.comments.create({ params, body: { body: 'Still?', idempotencyKey: 'another-comment' } }),
      () => member.api.comments.feed({ params, query: {} }),
      () => member.api.notifications.follow({ params, body: {} }),
    ])
      await expect(call()).rejects.toEqual(refused(404))
  })

  test('[TASK2-35] [REP-05] deleting a completed task takes its credit back, restoring it gives it again', async () => {
    const { id } = await create(owner, { assignedToID: member.id })
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    expect(await reputation(member)).toBe(80)
    await remove(admin, id)
    expect(await reputation(member)).toBe(0)
    expect((await restore(owner, id)).status).toBe(4)
    expect(await reputation(member)).toBe(80)
    // The task knows what it has given, and gives it back once.
    await owner.api.tasks.update({ params: { id }, body: { status: 2 } })
    expect(await reputation(member)).toBe(0)
  })

  test('[TASK2-35] two who delete a completed task at once take its credit back once', async () => {
    await sql`update users set reputation = 500 where id = ${member.id}`.execute(server.db)
    const { id } = await create(owner, { assignedToID: member.id })
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    expect(await reputation(member)).toBe(580)
    const results = await Promise.allSettled([remove(owner, id), remove(admin, id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await reputation(member)).toBe(500)
  })
})

describe('Trash', () => {
  test('[TASK2-32] managers see all deleted tasks, a member their own, a stranger nothing', async () => {
    const [theirs, ours] = [await create(member), await create(owner)]
    await remove(member, theirs.id)
    await remove(admin, ours.id)
    for (const by of [owner, admin]) expect(await trash(by)).toEqual([ours.id, theirs.id])
    expect(await trash(member)).toEqual([theirs.id])
    expect(await trash(other)).toEqual([])
    await expect(trash(await createPerson(server))).rejects.toEqual(refused(404))
    const [shown] = (await owner.api.tasks.trash({ params: { id: projectID }, query: {} })).data
    expect(shown).toMatchObject({
      id: ours.id,
      taskId: '2',
      title: 'Draw it',
      deletedByUsername: admin.username,
      deletedByName: null,
    })
    expect(Date.parse(shown?.goneAt ?? '') - Date.parse(shown?.deletedAt ?? '')).toBe(30 * 24 * 3600_000)
  })

  test('a search in Trash finds titles and numbers of its own tasks only', async () => {
    const [pier, quay, map] = [
      await create(owner, { title: 'Draw the pier' }),
      await create(owner, { title: 'Draw the quay' }),
      await create(owner, { title: 'Pier on the board' }),
    ]
    for (const { id } of [pier, quay]) await remove(owner, id)
    const find = async (q: string) =>
      (await owner.api.tasks.trash({ params: { id: projectID }, query: { q } })).data.map(({ id }) => id)
    expect(await find('PIER')).toEqual([pier.id])
    expect(await find('draw')).toEqual([quay.id, pier.id])
    expect(await find(map.title)).toEqual([])
    const { id } = await create(owner, { title: 'Naïve Café Größe' })
    await remove(owner, id)
    for (const q of ['cafe', 'GROSSE', 'NAI\u0308VE']) expect(await find(q), q).toEqual([id])
  })

  test('[TASK2-33] a restored task has its comments, labels and rank; who deleted it may restore it, another member not', async () => {
    const { data: label } = await owner.api.labels.create({
      params: { id: projectID },
      body: { name: 'Maps', colour: 'teal' },
    })
    await create(owner, { title: 'Below' })
    const { id } = await create(member, { labelIDs: [label.id], dueOn: '2026-12-05' })
    await create(owner, { title: 'Above' })
    const params = { id }
    await member.api.comments.create({ params, body: { body: 'Soon.', idempotencyKey: 'a-first-comment' } })
    const before = (await owner.api.tasks.get({ params })).data
    await remove(member, id)
    await expect(restore(other, id)).rejects.toEqual(refused(403))
    await expect(restore(await createPerson(server), id)).rejects.toEqual(refused(404))
    const after = await restore(member, id)
    const { version, shown, ...same } = before
    expect(after).toMatchObject(same)
    expect([after.version, (after.shown ?? 0) > (shown ?? 0)]).toEqual([(version ?? 0) + 2, true])
    expect((await member.api.comments.list({ params, query: {} })).data).toHaveLength(1)
    expect(await trash(owner)).toEqual([])
    // After a lost answer the call is repeated.
    expect((await restore(member, id)).version).toBe(after.version)
    await remove(owner, id)
    await expect(restore(member, id)).rejects.toEqual(refused(403))
  })

  test('[TASK2-34] after 30 days a task and its comments go for good, once; until then it can be restored', async () => {
    const [first, second] = [await create(owner), await create(owner)]
    const params = { id: first.id }
    await owner.api.comments.create({ params, body: { body: 'Soon.', idempotencyKey: 'a-first-comment' } })
    const day = 24 * 3600_000
    const deletedAt = server.clock.now().getTime()
    await remove(owner, first.id)
    await emptyTrash(server.db, new Date(deletedAt + 30 * day - 1))
    await restore(owner, first.id)
    await remove(owner, first.id)
    const sessions = server.db.selectFrom('session_families').select('id').where('user_id', '=', owner.id)
    const ask = [{ projectID, userID: owner.id, sessionID: (await sessions.executeTakeFirstOrThrow()).id }]
    const tag = await readBoardTags(server.db, ask)
    const late = new Date(deletedAt + 31 * day)
    await Promise.all(Array.from({ length: 4 }, () => emptyTrash(server.db, late)))
    const { rows } = await sql`select id from tasks where project_id = ${projectID} union all
      select id from comments where task_id = ${first.id}`.execute(server.db)
    expect(rows).toEqual([{ id: second.id }])
    await expect(restore(owner, first.id)).rejects.toEqual(refused(404))
    // The board has not changed, and gets no tag that it had before; its numbers go on.
    expect(await readBoardTags(server.db, ask)).toEqual(tag)
    expect((await create(owner)).taskId).toBe('3')
  })

  /** Begins to empty Trash, and answers when that waits for what `holder` holds. */
  const waitFor = async (holder: Tx) => {
    const done = emptyTrash(server.db, new Date(server.clock.now().getTime() + 31 * 24 * 3600_000))
    const ended = done.then(
      () => null,
      (error: unknown) => error,
    )
    const isWaiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where (select pg_backend_pid()) = any(pg_blocking_pids(pid))`.execute(
          holder,
        )
      ).rows.length
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
    // In an object, because a promise would be waited for by who waits for this.
    return { ended }
  }

  test('[TASK2-34] emptying waits for tasks before it holds a board’s counter, so that a rename meanwhile is no circle', async () => {
    const blocker = await create(owner)
    const { id } = await create(owner, { blockedByIDs: [blocker.id] })
    await remove(owner, blocker.id)
    let ended: Promise<unknown> | undefined
    // As the erasure of an account does: the person's tasks first, then their name.
    await withTx(server.db, async (tx) => {
      await sql`update tasks set idempotency_key = null where id = ${id}`.execute(tx)
      ;({ ended } = await waitFor(tx))
      await sql`update users set name = 'Somebody' where id = ${owner.id}`.execute(tx)
    })
    expect(await ended).toBeNull()
  })

  test('[TASK2-34] emptying holds the counters of several projects in one order', async () => {
    const all = [projectID]
    while (all.length < 8) all.push((await createProject(server, owner.id, { tier: 'gold' })).id)
    for (const id of all) await remove(owner, (await create(owner, { projectID: id })).id)
    const [lowest = '', ...others] = all.toSorted()
    let ended: Promise<unknown> | undefined
    await withTx(server.db, async (tx) => {
      await sql`select 1 from task_counters where project_id = ${lowest} for update`.execute(tx)
      ;({ ended } = await waitFor(tx))
      const { rows } = await sql`
        select project_id from task_counters where project_id = any(${others}::uuid[]) for update skip locked`.execute(
        tx,
      )
      expect(rows).toHaveLength(others.length)
    })
    expect(await ended).toBeNull()
  })
})

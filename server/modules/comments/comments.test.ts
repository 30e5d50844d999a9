import { describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser, unique } from '#support/factories.ts'
import { markLog } from '#support/log-mark.ts'
import { testApp } from '#support/server.ts'
import { COMMENT_MAX } from '#shared/contract/comments.ts'
import { limitKey } from '#server/limits/limit-table.ts'

const server = testApp()

const person = async () => {
  const { user, accessToken } = await createUser(server)
  return { ...user, accessToken, api: server.client(accessToken) }
}
const world = async () => {
  const [owner, admin, member, other, stranger] = await Promise.all(Array.from({ length: 5 }, person))
  if (!owner || !admin || !member || !other || !stranger) throw new Error('Five people.')
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, admin.id, 'admin')
  for (const { id } of [member, other]) await createMembership(server, project.id, id)
  const add = async (title = 'Draw the map') =>
    (await owner.api.tasks.create({ body: { projectID: project.id, title, description: 'All of it.' } })).data
  const task = await add()
  const params = { id: task.id }
  const write = (by: typeof owner, body: string, idempotencyKey = unique('comment')) =>
    by.api.comments.create({ params, body: { body, idempotencyKey } })
  const feed = async (by: typeof owner, query: { cursor?: string; show?: 'all' | 'comments' | 'history' } = {}) =>
    by.api.comments.feed({ params, query })
  const row = () =>
    server.db
      .selectFrom('tasks')
      .where('id', '=', task.id)
      .select(['comment_count', 'shown_version', 'version', 'updated_at'])
      .executeTakeFirstOrThrow()
  return { owner, admin, member, other, stranger, project, task, params, add, write, feed, row }
}
const bodies = (page: { data: readonly { comment: { body: string } | null }[] }) =>
  page.data.flatMap(({ comment }) => comment?.body ?? [])

describe('writing', () => {
  test('[TALK-22] [TALK-21] a comment is answered with 201 and listed with author, times and what the viewer may do', async () => {
    const { owner, member, other, params, task, write } = await world()
    const { data } = await write(member, '  Looks **good**.  ')
    const expected = {
      id: data.id,
      taskID: task.id,
      author: { id: member.id, username: member.username },
      body: 'Looks **good**.',
      editedAt: null,
      isDeleted: false,
    }
    expect(data).toMatchObject({ ...expected, mayEdit: true, mayDelete: true })
    const seenBy = async (person: typeof owner) => (await person.api.comments.list({ params, query: {} })).data
    expect(await seenBy(member)).toMatchObject([{ ...expected, mayEdit: true, mayDelete: true }])
    expect(await seenBy(owner)).toMatchObject([{ ...expected, mayEdit: false, mayDelete: true }])
    expect(await seenBy(other)).toMatchObject([{ ...expected, mayEdit: false, mayDelete: false }])
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/user-tasks/${task.id}/comments`,
      headers: { authorization: `Bearer ${member.accessToken}` },
      payload: { body: 'Second', idempotencyKey: unique('comment') },
    })
    expect(answer.statusCode).toBe(201)
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['too long', 'x'.repeat(COMMENT_MAX + 1)],
  ])('[TALK-08] a comment that is %s is refused with 422', async (_, body) => {
    const { member, write } = await world()
    await expect(write(member, body)).rejects.toMatchObject({ status: 422 })
  })

  test('[TALK-08] a comment of one character and one of 10,000 are kept whole', async () => {
    const { member, params, write } = await world()
    await write(member, 'x')
    await write(member, '💥'.repeat(COMMENT_MAX / 2))
    const { data } = await member.api.comments.list({ params, query: {} })
    expect(data.map(({ body }) => body.length)).toEqual([1, COMMENT_MAX])
  })

  test('[TALK-16] the same key makes one comment: repeated, in parallel and of a comment that was changed since', async () => {
    const { member, other, params, write, row } = await world()
    const key = unique('comment')
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(member, 'Once', key)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    const counts = server.db.selectFrom('rate_limits').where('key', '=', limitKey('comment', member.id))
    expect(await counts.select('count').execute()).toEqual([{ count: 1 }])
    const [first] = answers
    await member.api.comments.update({ params: { id: first?.data.id ?? '' }, body: { body: 'Changed' } })
    const { data: again } = await write(member, 'Once', key)
    expect(again).toMatchObject({ id: first?.data.id, body: 'Changed' })
    // The key is the person's own.
    await write(other, 'Mine', key)
    const { data } = await member.api.comments.list({ params, query: {} })
    expect(data.map(({ body }) => body)).toEqual(['Changed', 'Mine'])
    expect((await row()).comment_count).toBe(2)
  })

  test('the board is told of another number of comments, and a form that is open is not told of another version', async () => {
    const { member, write, row } = await world()
    const before = await row()
    const { data } = await write(member, 'One')
    await write(member, 'Two')
    await member.api.comments.remove({ params: { id: data.id } })
    const after = await row()
    expect(after).toMatchObject({ comment_count: 1, version: before.version, updated_at: before.updated_at })
    expect(Number(after.shown_version)).toBe(Number(before.shown_version) + 3)
  })

  test('[TALK-20] the 31st comment within a minute is refused with 429 and Retry-After, and leaves nothing', async () => {
    const { member, task, params, write, row } = await world()
    for (let count = 0; count < 30; count++) await write(member, `Comment ${count}`)
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/user-tasks/${task.id}/comments`,
      headers: { authorization: `Bearer ${member.accessToken}` },
      payload: { body: 'One more', idempotencyKey: unique('comment') },
    })
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await row()).comment_count).toBe(30)
    expect((await member.api.comments.list({ params, query: {} })).data).toHaveLength(30)
  })
})

describe('names and numbers', () => {
  test('[TALK-11] only members are mentioned, once each, and not in code', async () => {
    const { member, other, stranger, owner, write } = await world()
    const { data } = await write(
      member,
      `@${other.username.toUpperCase()} and @${other.username}, not @${stranger.username}, \`@${owner.username}\`, x@${owner.username}`,
    )
    expect(data.mentions).toEqual([{ id: other.id, username: other.username }])
  })

  test('[TALK-12] numbers of tasks of the project are told with their titles, others are not', async () => {
    const { member, add, write } = await world()
    const second = await add('Paint the boat')
    const elsewhere = await world()
    await elsewhere.add()
    await elsewhere.add()
    const { data } = await write(member, 'After #2, before #3 and `#1`, see https://example.org/#1')
    expect(data.tasks).toEqual([{ id: second.id, taskId: '2', title: 'Paint the boat' }])
  })
})

describe('changing and deleting', () => {
  test('[TALK-17] the author changes the comment, which says so; only mentions that the change adds are told', async () => {
    const { member, other, admin, write } = await world()
    const { data } = await write(member, `@${other.username} look`)
    server.clock.advance(60)
    const { at } = await markLog(server.db)
    const { data: changed } = await member.api.comments.update({
      params: { id: data.id },
      body: { body: `@${other.username} and @${admin.username} look` },
    })
    expect(changed.createdAt).toBe(data.createdAt)
    expect(Date.parse(changed.editedAt ?? '') - Date.parse(data.createdAt)).toBeGreaterThanOrEqual(60_000)
    const { events } = await markLog(server.db, at)
    expect(events).toMatchObject([{ kind: 'comment.edited', data: { commentID: data.id, mentionedIDs: [admin.id] } }])
  })

  test('[TALK-18] nobody but the author changes it; the author, owner and admin delete it, another member does not', async () => {
    const { owner, admin, member, other, write } = await world()
    const mine = async () => ({ params: { id: (await write(member, 'Mine')).data.id } })
    const input = await mine()
    for (const person of [owner, admin, other])
      await expect(person.api.comments.update({ ...input, body: { body: 'Yours' } })).rejects.toMatchObject({
        status: 403,
      })
    await expect(other.api.comments.remove(input)).rejects.toMatchObject({ status: 403 })
    for (const person of [owner, admin, member])
      expect((await person.api.comments.remove(await mine())).data.isDeleted).toBe(true)
  })

  test('[TALK-23] what was deleted is answered changed, and 404 afterwards; so is an unknown one', async () => {
    const { member, write, project } = await world()
    const { data } = await write(member, 'A secret')
    const input = { params: { id: data.id } }
    expect((await member.api.comments.remove(input)).data).toMatchObject({ id: data.id, isDeleted: true, body: '' })
    await expect(member.api.comments.remove(input)).rejects.toMatchObject({ status: 404 })
    await expect(member.api.comments.update({ ...input, body: { body: 'Back' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(member.api.comments.remove({ params: { id: project.id } })).rejects.toMatchObject({ status: 404 })
  })

  test('[TALK-19] a deleted comment stays as one that says so while later ones are there, and its text is nowhere', async () => {
    const { member, other, params, write, feed } = await world()
    const { data: first } = await write(member, 'The secret canary')
    server.clock.advance(5)
    const { data: answer } = await write(other, 'I disagree.')
    await member.api.comments.remove({ params: { id: first.id } })
    const seen = await feed(other)
    const listed = await other.api.comments.list({ params, query: {} })
    expect(listed.data).toMatchObject([
      { isDeleted: true, body: '', mayEdit: false, mayDelete: false },
      { id: answer.id },
    ])
    expect(JSON.stringify([seen, listed])).not.toContain('canary')
    const kept = await server.db.selectFrom('comments').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('canary')
    await other.api.comments.remove({ params: { id: answer.id } })
    expect((await other.api.comments.list({ params, query: {} })).data).toEqual([])
  })
})

describe('the feed', () => {
  test('[TALK-24] [TALK-05] comments and history come merged, 50 a page, newest page first, each entry once', async () => {
    const { owner, member, task, write, feed } = await world()
    const expected: string[] = ['task.created']
    for (let count = 0; count < 60; count++) {
      server.clock.advance(5)
      if (count % 3 === 0) {
        await owner.api.tasks.update({ params: { id: task.id }, body: { status: count % 2 === 0 ? 2 : 3 } })
        expected.push('task.moved')
      } else {
        await write(member, `Comment ${count}`)
        expected.push(`Comment ${count}`)
      }
    }
    const newest = await feed(member)
    expect(newest.data).toHaveLength(50)
    const older = await feed(member, { cursor: newest.nextCursor ?? '' })
    expect(older.nextCursor).toBeNull()
    const all = [...older.data, ...newest.data]
    expect(all.map(({ comment, event }) => comment?.body ?? event?.kind)).toEqual(expected)
    expect(bodies(await feed(member, { show: 'comments' }))).toEqual(
      expected.filter((one) => one.startsWith('Comment')),
    )
    const history = await feed(member, { show: 'history' })
    expect(history.data.map(({ event }) => event?.kind)).toEqual(expected.filter((one) => one.startsWith('task.')))
    await expect(feed(member, { cursor: 'made up' })).rejects.toMatchObject({ status: 422 })
  })

  test('[TALK-29] the history is what the log has of the task, and names people by what everybody calls them', async () => {
    const { owner, admin, member, task, feed, project } = await world()
    const change = (body: object) => owner.api.tasks.update({ params: { id: task.id }, body })
    await change({ assignedToID: member.id })
    await change({ status: 3, title: 'Draw the whole map' })
    await admin.api.memberships.remove({ params: { id: project.id, userId: member.id } })
    const logged = await server.db
      .selectFrom('events')
      .select('id')
      .where('task_id', '=', task.id)
      .where('kind', 'not like', 'comment.%')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const { data } = await feed(owner, { show: 'history' })
    expect(data.map(({ id }) => id)).toEqual(logged.map(({ id }) => id))
    expect(data.map(({ event }) => [event?.kind, event?.actor?.username, event?.changes])).toEqual([
      ['task.created', owner.username, []],
      ['task.assigned', owner.username, [{ field: 'assignee', from: null, to: member.username }]],
      ['task.changed', owner.username, [{ field: 'title', from: null, to: null }]],
      ['task.moved', owner.username, [{ field: 'status', from: '1', to: '3' }]],
      ['task.assigned', admin.username, [{ field: 'assignee', from: member.username, to: null }]],
    ])
    expect(JSON.stringify(data)).not.toMatch(/whole map|@example/)
  })

  test('[TALK-25] strangers, applicants and former members get 404 on every call, anonymous people 401', async () => {
    const { owner, member, stranger, project, params, write } = await world()
    const { data } = await write(member, 'Among us')
    await stranger.api.projects.apply({ params: { id: project.id }, body: {} })
    await owner.api.memberships.remove({ params: { id: project.id, userId: member.id } })
    const comment = { params: { id: data.id } }
    const body = { body: 'Let me in', idempotencyKey: unique('comment') }
    const calls = ({ api }: Pick<typeof owner, 'api'>) => [
      api.comments.list({ params, query: {} }),
      api.comments.feed({ params, query: {} }),
      api.comments.create({ params, body }),
      api.comments.update({ ...comment, body: { body: 'Let me in' } }),
      api.comments.remove(comment),
    ]
    const statuses = async (person: Pick<typeof owner, 'api'>) =>
      (await Promise.allSettled(calls(person))).map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as { status: number }).status : 200,
      )
    for (const person of [stranger, member]) expect(await statuses(person)).toEqual(Array(5).fill(404))
    expect(await statuses({ api: server.client() })).toEqual(Array(5).fill(401))
  })
})

test('[TALK-09] whom one can name is found without accents', async () => {
  const { owner, project, params } = await world()
  const { user } = await createUser(server, { name: 'Élodie Ğül' })
  await createMembership(server, project.id, user.id)
  for (const q of ['elo', 'ÉLODIE', 'E\u0301lodie gul'])
    expect((await owner.api.comments.people({ params, query: { q } })).data, q).toMatchObject([{ id: user.id }])
})

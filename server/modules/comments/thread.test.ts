import { describe, expect, test } from 'vitest'
import { COMMENT_MAX, FEED_PAGE } from '#shared/contract/comments.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const world = async () => {
  const [owner, admin, member, applicant, stranger] = await Promise.all(
    Array.from({ length: 5 }, () => createPerson(server)),
  )
  if (!owner || !admin || !member || !applicant || !stranger) throw new Error('Five people.')
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, admin.id, 'admin')
  await createMembership(server, project.id, member.id)
  const { data } = await applicant.api.projects.apply({ params: { id: project.id }, body: {} })
  const id = data.requestId ?? ''
  const say = async (by: typeof owner, body: string, idempotencyKey = unique('comment')) =>
    (await by.api.requests.comment({ params: { id }, body: { body, idempotencyKey } })).data
  const thread = (by: typeof owner, cursor?: string) =>
    by.api.requests.comments({ params: { id }, query: cursor === undefined ? {} : { cursor } })
  const answer = (accept: boolean) =>
    owner.api.memberships.answer({ params: { id: project.id, userId: applicant.id }, body: { accept } })
  const inboxOf = async (by: typeof owner) =>
    (await by.api.notifications.list({ query: { view: 'forYou' } })).data.filter(({ kind }) =>
      ['request.commented', 'request.mentioned'].includes(kind),
    )
  return { owner, admin, member, applicant, stranger, project, id, say, thread, answer, inboxOf }
}

describe('the thread of an application', () => {
  test('[LETTER-16] applicant, owners and admins write and read it, oldest first', async () => {
    const { owner, admin, applicant, id, say, thread } = await world()
    await say(owner, 'Do you have **time** in May?')
    await say(applicant, 'Yes.')
    await say(admin, 'Good.')
    const { data } = await thread(applicant)
    expect(data.map(({ body, author }) => [author?.username, body])).toEqual([
      [owner.username, 'Do you have **time** in May?'],
      [applicant.username, 'Yes.'],
      [admin.username, 'Good.'],
    ])
    expect(data.map(({ taskID, requestID }) => [taskID, requestID])).toEqual(data.map(() => [null, id]))
    expect(data.map(({ mayEdit }) => mayEdit)).toEqual([false, true, false])
    expect(data.map(({ mayDelete }) => mayDelete)).toEqual([false, true, false])
    expect((await thread(admin)).data.map(({ mayDelete }) => mayDelete)).toEqual([true, true, true])
  })

  test('[LETTER-16] members, strangers and other applicants get 404 from every call', async () => {
    const { member, stranger, project, owner, say, thread } = await world()
    const { id } = await say(owner, 'Between us')
    await stranger.api.projects.apply({ params: { id: project.id }, body: {} })
    for (const person of [member, stranger]) {
      await expect(thread(person)).rejects.toEqual(refused(404))
      await expect(say(person, 'Me, too')).rejects.toEqual(refused(404))
      await expect(person.api.comments.update({ params: { id }, body: { body: 'No' } })).rejects.toEqual(refused(404))
      await expect(person.api.comments.remove({ params: { id } })).rejects.toEqual(refused(404))
    }
  })

  test.each([true, false])(
    '[LETTER-16] answered with accept=%s it is read on, and nothing more is written',
    async (accept) => {
      const { owner, applicant, say, thread, answer } = await world()
      const { id } = await say(applicant, 'Before')
      await answer(accept)
      for (const person of [owner, applicant]) {
        await expect(say(person, 'After')).rejects.toEqual(refused(409))
        expect((await thread(person)).data.map(({ body, mayEdit }) => [body, mayEdit])).toEqual([['Before', false]])
      }
      await expect(applicant.api.comments.update({ params: { id }, body: { body: 'After' } })).rejects.toEqual(
        refused(409),
      )
    },
  )

  test('[LETTER-16] nothing is written after an answer that comes at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, applicant, say, thread, answer } = await world()
      const [, said] = await Promise.allSettled([answer(false), say(applicant, 'Just now')])
      const { data } = await thread(owner)
      expect(data).toHaveLength(said.status === 'fulfilled' ? 1 : 0)
      if (said.status === 'rejected') expect(said.reason).toMatchObject({ status: 409 })
    }
  })

  test('[LETTER-16] the rules of comments: limits, one comment a key, own changes, deletion', async () => {
    const { owner, applicant, say, thread } = await world()
    for (const body of ['', ' \n ', 'x'.repeat(COMMENT_MAX + 1)])
      await expect(say(owner, body)).rejects.toEqual(refused(422))
    const answers = await Promise.all(Array.from({ length: 4 }, () => say(applicant, 'Once', 'the-same-key')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const id = answers[0]?.id ?? ''
    await expect(owner.api.comments.update({ params: { id }, body: { body: 'Mine' } })).rejects.toEqual(refused(403))
    const { data: changed } = await applicant.api.comments.update({ params: { id }, body: { body: 'Changed' } })
    expect(changed).toMatchObject({ body: 'Changed', editedAt: expect.any(String) as string })
    const { id: other } = await say(owner, 'A secret')
    await expect(applicant.api.comments.remove({ params: { id: other } })).rejects.toEqual(refused(403))
    await owner.api.comments.remove({ params: { id } })
    expect((await thread(applicant)).data.map(({ body, isDeleted }) => [body, isDeleted])).toEqual([
      ['', true],
      ['A secret', false],
    ])
  })

  test('[LETTER-16] older comments come by the cursor', async () => {
    const { owner, applicant, id, thread } = await world()
    const rows = Array.from({ length: FEED_PAGE + 3 }, (_, at) => ({
      id: crypto.randomUUID(),
      request_id: id,
      author_id: owner.id,
      body: `Comment ${at}`,
      idempotency_key: `comment-${at}`,
      created_at: new Date(Date.UTC(2025, 0, 1, 0, at)),
    }))
    await server.db.insertInto('comments').values(rows).execute()
    const newest = await thread(applicant)
    expect(newest.data.map(({ body }) => body)).toEqual(rows.slice(3).map(({ body }) => body))
    const older = await thread(applicant, newest.nextCursor ?? '')
    expect(older.data.map(({ body }) => body)).toEqual(rows.slice(0, 3).map(({ body }) => body))
    expect(older.nextCursor).toBeNull()
  })

  test('[INBOX-09] a mention in the thread notifies in the group direct, the other side in requests, members never', async () => {
    const { owner, admin, member, applicant, id, say, inboxOf } = await world()
    await say(applicant, `Hello @${admin.username} and @${member.username}`)
    expect(await inboxOf(admin)).toMatchObject([
      { kind: 'request.mentioned', group: 'direct', requestID: id, count: 2 },
    ])
    expect(await inboxOf(owner)).toMatchObject([{ kind: 'request.commented', group: 'requests', requestID: id }])
    for (const person of [member, applicant]) expect(await inboxOf(person)).toEqual([])
    await say(owner, 'Welcome')
    expect(await inboxOf(applicant)).toMatchObject([{ kind: 'request.commented', group: 'requests', requestID: id }])
    const { id: commentID } = await say(owner, 'One thing')
    await owner.api.comments.update({ params: { id: commentID }, body: { body: `One thing, @${applicant.username}` } })
    expect(await inboxOf(applicant)).toMatchObject([{ kind: 'request.mentioned', group: 'direct' }])
  })
})

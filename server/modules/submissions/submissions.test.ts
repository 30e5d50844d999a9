import { beforeEach, describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
type World = Record<'owner' | 'admin' | 'author' | 'other' | 'stranger', Person> & { projectID: string }
let world: World
beforeEach(async () => {
  const [owner, admin, author, other, stranger] = await Promise.all([1, 2, 3, 4, 5].map(() => createPerson(server)))
  if (!owner || !admin || !author || !other || !stranger) throw new Error('Five people.')
  const { id: projectID } = await createProject(server, owner.id)
  await createMembership(server, projectID, admin.id, 'admin')
  for (const { id } of [author, other]) await createMembership(server, projectID, id)
  world = { owner, admin, author, other, stranger, projectID }
})

/** A task of the author, or of anyone who is named, in that status. */
const taskOf = async (assignee: Person = world.author, status = 2): Promise<string> => {
  const body = { projectID: world.projectID, title: 'Draw', description: 'Work.', assignedToID: assignee.id, status }
  return (await world.owner.api.tasks.create({ body })).data.id
}
type Body = Parameters<Person['api']['submissions']['create']>[0]['body']
const submit = async (by: Person, id: string, body: Partial<Body> = {}) =>
  (await by.api.submissions.create({ params: { id }, body: { idempotencyKey: unique('hand-in-'), ...body } })).data
const accept = (by: Person, id: string, n = 1) => by.api.submissions.accept({ params: { id, n }, body: {} })
const changes = (by: Person, id: string, n = 1, text = 'The legend is missing.') =>
  by.api.submissions.changes({ params: { id, n }, body: { text } })
const withdraw = (by: Person, id: string, n = 1) => by.api.submissions.withdraw({ params: { id, n }, body: {} })
const rounds = async (id: string, by = world.owner) => (await by.api.submissions.list({ params: { id } })).data
const states = async (id: string) => (await rounds(id)).map(({ state }) => state)
const statusOf = async (id: string) => (await world.owner.api.tasks.get({ params: { id } })).data.status
const file = async (projectID = world.projectID) => {
  const id = uuidv7()
  const row = { id, project_id: projectID, name: 'map.pdf', content_type: 'application/pdf', size_bytes: 5 }
  await server.db
    .insertInto('files')
    .values({ ...row, uploaded_by: world.author.id, state: 'stored' })
    .execute()
  return id
}
const withLines = (id: string, lines: object[]) =>
  server.db
    .updateTable('tasks')
    .set({ done_when: JSON.stringify(lines) })
    .where('id', '=', id)
    .execute()
/** Gives somebody a name. */
const call = ({ id }: Person, name: string) =>
  server.db.updateTable('users').set({ name }).where('id', '=', id).execute()
const lines = [
  { id: uuidv7(), text: 'In print size', isDone: true },
  { id: uuidv7(), text: 'Proofread', isDone: false },
]

describe('handing in', () => {
  test('[REVIEW-03] moves the task from 2 to 3, leaves it at 3, and numbers the rounds from 1', async () => {
    const id = await taskOf()
    expect(await submit(world.author, id)).toMatchObject({
      submission: { round: 1, state: 'open', authorUsername: world.author.username },
      task: { status: 3 },
    })
    await changes(world.owner, id)
    await world.author.api.tasks.update({ params: { id }, body: { status: 3 } })
    expect(await submit(world.author, id)).toMatchObject({ submission: { round: 2 }, task: { status: 3 } })
    expect((await rounds(id)).map(({ round }) => round)).toEqual([2, 1])
  })

  test('[REVIEW-03] answers 409 from any other status and while a round is open', async () => {
    for (const status of [0, 1, 4, 5])
      await expect(submit(world.author, await taskOf(world.author, status)), String(status)).rejects.toEqual(
        refused(409),
      )
    const id = await taskOf()
    await submit(world.author, id)
    await expect(submit(world.author, id)).rejects.toEqual(refused(409))
    expect(await states(id)).toEqual(['open'])
  })

  test('[REVIEW-04] answers 403 to a member and a manager who are not the assignee, and 404 to a stranger', async () => {
    const id = await taskOf()
    for (const who of [world.other, world.admin, world.owner])
      await expect(submit(who, id)).rejects.toEqual(refused(403))
    await expect(submit(world.stranger, id)).rejects.toEqual(refused(404))
    expect(await states(id)).toEqual([])
    expect(await statusOf(id)).toBe(2)
  })

  test('[REVIEW-02] takes note, links, files of the project and a remark per line, and keeps them as they were', async () => {
    const id = await taskOf()
    const fileID = await file()
    await withLines(id, lines)
    const links = ['https://example.org/map', 'https://example.org/x?y=1#z']
    await submit(world.author, id, {
      note: ' Ready. ',
      links,
      fileIDs: [fileID],
      remarks: [{ lineID: lines[1]?.id ?? '', remark: 'Twice.' }],
    })
    await withLines(id, [])
    await server.db.updateTable('files').set({ state: 'deleting' }).where('id', '=', fileID).execute()
    expect(await rounds(id)).toMatchObject([
      {
        note: 'Ready.',
        links,
        files: [{ id: fileID, name: 'map.pdf', size: 5, isThere: false }],
        remarks: [
          { text: 'In print size', isDone: true, remark: '' },
          { text: 'Proofread', isDone: false, remark: 'Twice.' },
        ],
      },
    ])
  })

  test('[REVIEW-02] refuses what is too much, and another scheme, beside its field', async () => {
    const id = await taskOf()
    await withLines(id, lines)
    const elsewhere = await file((await createProject(server, world.stranger.id)).id)
    const https = 'https://example.org'
    const cases: [string, Partial<Body>][] = [
      ['note', { note: 'x'.repeat(5001) }],
      ['links', { links: Array.from({ length: 11 }, () => https) }],
      ['links.0', { links: ['http://example.org'] }],
      ['links.1', { links: [https, 'javascript:alert(1)'] }],
      ['links.0', { links: ['example.org'] }],
      ['fileIDs', { fileIDs: [elsewhere] }],
      ['fileIDs', { fileIDs: Array.from({ length: 21 }, () => elsewhere) }],
      ['remarks', { remarks: [{ lineID: uuidv7(), remark: 'x' }] }],
      ['remarks.0.remark', { remarks: [{ lineID: lines[0]?.id ?? '', remark: 'x'.repeat(1001) }] }],
    ]
    for (const [path, body] of cases)
      await expect(submit(world.author, id, body), path).rejects.toMatchObject({
        status: 422,
        details: [expect.objectContaining({ path })],
      })
    expect(await states(id)).toEqual([])
    expect(await statusOf(id)).toBe(2)
    await submit(world.author, id, { note: 'x'.repeat(5000), links: Array.from({ length: 10 }, () => https) })
  })

  test('[REVIEW-20] the same call again, also at the same time, makes one round, and another one with its key is refused', async () => {
    const id = await taskOf()
    const body = { note: 'Ready.', idempotencyKey: unique('hand-in-') }
    const answers = await Promise.all([1, 2, 3].map(() => submit(world.author, id, body)))
    expect(answers.map(({ submission }) => submission.round)).toEqual([1, 1, 1])
    await accept(world.owner, id)
    expect(await submit(world.author, id, body)).toMatchObject({ submission: { round: 1, state: 'accepted' } })
    await expect(submit(world.author, id, { ...body, note: 'Other.' })).rejects.toEqual(refused(409))
    expect(await states(id)).toEqual(['accepted'])
  })
})

describe('answering', () => {
  test('[REVIEW-05] members read all rounds with their answers, everybody else gets 404', async () => {
    const id = await taskOf()
    await submit(world.author, id, { note: 'First.' })
    await changes(world.admin, id, 1, 'No legend.')
    await submit(world.author, id, { note: 'Second.' })
    await accept(world.owner, id, 2)
    await call(world.owner, 'Olga Owner')
    await call(world.author, 'Aldo Author')
    for (const who of [world.author, world.other, world.owner])
      expect(await rounds(id, who)).toMatchObject([
        {
          ...{ round: 2, state: 'accepted', note: 'Second.', answeredByUsername: world.owner.username, answer: '' },
          ...{ answeredByName: 'Olga Owner', authorName: 'Aldo Author' },
        },
        { round: 1, state: 'changes', note: 'First.', answeredByUsername: world.admin.username, answer: 'No legend.' },
      ])
    await expect(rounds(id, world.stranger)).rejects.toEqual(refused(404))
    await expect(rounds(uuidv7())).rejects.toEqual(refused(404))
    expect(await rounds(await taskOf())).toEqual([])
  })

  test('[REVIEW-06] owner and admin accept: the task is Completed and gives its reputation; member 403, stranger 404', async () => {
    const reputation = async () =>
      (
        await server.db
          .selectFrom('users')
          .where('id', '=', world.author.id)
          .select('reputation')
          .executeTakeFirstOrThrow()
      ).reputation
    for (const [at, by] of [world.owner, world.admin].entries()) {
      const id = await taskOf()
      await submit(world.author, id)
      await expect(accept(world.other, id)).rejects.toEqual(refused(403))
      await expect(accept(world.stranger, id)).rejects.toEqual(refused(404))
      await expect(accept(by, id, 2)).rejects.toEqual(refused(404))
      const { data } = await accept(by, id)
      expect(data).toMatchObject({ submission: { state: 'accepted' }, task: { status: 4 } })
      expect(await reputation()).toBe(10 * (at + 1))
    }
  })

  test('[REVIEW-07] owner and admin request changes with a text: the task is In Progress; no text 422, member 403', async () => {
    for (const by of [world.owner, world.admin]) {
      const id = await taskOf()
      await submit(world.author, id)
      for (const text of ['', '  ', 'x'.repeat(5001)])
        await expect(changes(by, id, 1, text)).rejects.toMatchObject({ status: 422, details: [{ path: 'text' }] })
      await expect(changes(world.other, id)).rejects.toEqual(refused(403))
      await expect(changes(world.stranger, id)).rejects.toEqual(refused(404))
      const { data } = await changes(by, id)
      expect(data).toMatchObject({
        submission: { state: 'changes', answer: 'The legend is missing.', answeredByUsername: by.username },
        task: { status: 2 },
      })
    }
  })

  test('[REVIEW-08] the author withdraws while it is unanswered; answered it is 409, for others 403', async () => {
    const id = await taskOf()
    await submit(world.author, id)
    for (const who of [world.other, world.owner]) await expect(withdraw(who, id)).rejects.toEqual(refused(403))
    await expect(withdraw(world.stranger, id)).rejects.toEqual(refused(404))
    expect((await withdraw(world.author, id)).data).toMatchObject({
      submission: { state: 'withdrawn' },
      task: { status: 2 },
    })
    await expect(withdraw(world.author, id)).rejects.toEqual(refused(409))
    await submit(world.author, id)
    await accept(world.owner, id, 2)
    await expect(withdraw(world.author, id, 2)).rejects.toEqual(refused(409))
    expect(await states(id)).toEqual(['accepted', 'withdrawn'])
  })

  test('[REVIEW-15] nobody answers their own submission, unless they are the only manager', async () => {
    const id = await taskOf(world.admin)
    await submit(world.admin, id)
    await expect(accept(world.admin, id)).rejects.toEqual(refused(403))
    await expect(changes(world.admin, id)).rejects.toEqual(refused(403))
    await expect(world.admin.api.tasks.update({ params: { id }, body: { status: 4 } })).rejects.toEqual(refused(403))
    expect(await states(id)).toEqual(['open'])
    await accept(world.owner, id)

    await world.owner.api.memberships.remove({ params: { id: world.projectID, userId: world.admin.id } })
    for (const act of [accept, changes]) {
      const own = await taskOf(world.owner)
      await submit(world.owner, own)
      await act(world.owner, own)
    }
    const dragged = await taskOf(world.owner)
    await submit(world.owner, dragged)
    await world.owner.api.tasks.update({ params: { id: dragged }, body: { status: 4 } })
    expect(await states(dragged)).toEqual(['accepted'])
  })

  test('[REVIEW-16] of several who answer at once one counts; the others get 409 with who answered what', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const id = await taskOf()
      await submit(world.author, id)
      const all = await Promise.allSettled([
        accept(world.owner, id),
        changes(world.admin, id),
        withdraw(world.author, id),
      ])
      const won = all.findIndex(({ status }) => status === 'fulfilled')
      const lost = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as { newer: unknown }] : []))
      const state = ['accepted', 'changes', 'withdrawn'][won]
      const by = [world.owner, world.admin, world.author][won]
      expect(lost).toHaveLength(2)
      for (const refusal of lost)
        expect(refusal).toMatchObject({
          status: 409,
          newer: {
            submission: { round: 1, state, answeredByUsername: by?.username },
            task: { status: won === 0 ? 4 : 2 },
          },
        })
      expect(await states(id)).toEqual([state])
    }
  })
})

describe('[REVIEW-14] whatever takes a task out of Under Review closes its submission', () => {
  const move = (by: Person, id: string, body: { status?: number; assignedToID?: string | null }) =>
    by.api.tasks.update({ params: { id }, body })
  const handedIn = async () => {
    const id = await taskOf()
    await submit(world.author, id)
    return id
  }

  test('[REVIEW-24] the author’s own move withdraws it, another member’s move is 403', async () => {
    for (const status of [0, 1, 2, 5]) {
      const id = await handedIn()
      await expect(move(world.other, id, { status })).rejects.toEqual(refused(403))
      expect([await states(id), await statusOf(id)]).toEqual([['open'], 3])
      await move(world.author, id, { status })
      expect([await states(id), await statusOf(id)]).toEqual([['withdrawn'], status])
    }
  })

  test('[REVIEW-25] a manager’s PUT to 2 is changes without a text, to 4 accepted; reassigning withdraws', async () => {
    const [back, done, given, freed] = [await handedIn(), await handedIn(), await handedIn(), await handedIn()]
    await move(world.admin, back, { status: 2 })
    expect(await rounds(back)).toMatchObject([
      { state: 'changes', answer: '', answeredByUsername: world.admin.username },
    ])
    await move(world.owner, done, { status: 4 })
    expect(await rounds(done)).toMatchObject([{ state: 'accepted', answeredByUsername: world.owner.username }])
    await move(world.owner, given, { assignedToID: world.other.id })
    await move(world.owner, freed, { assignedToID: null, status: 2 })
    expect([await states(given), await states(freed)]).toEqual([['withdrawn'], ['withdrawn']])
    // The new assignee hands in the same task, which is still Under Review.
    expect(await submit(world.other, given)).toMatchObject({ submission: { round: 2, state: 'open' } })
  })

  test('who is removed or leaves takes what they have handed in back', async () => {
    for (const by of [world.owner, world.author]) {
      const id = await handedIn()
      await by.api.memberships.remove({ params: { id: world.projectID, userId: world.author.id } })
      expect([await states(id), await statusOf(id)]).toEqual([['withdrawn'], 3])
      await createMembership(server, world.projectID, world.author.id)
    }
  })

  test('a task that is deleted is withdrawn, and comes back from Trash under review without a submission', async () => {
    const id = await handedIn()
    await world.owner.api.tasks.remove({ params: { id } })
    await world.owner.api.tasks.restore({ params: { id }, body: {} })
    expect([await states(id), await statusOf(id)]).toEqual([['withdrawn'], 3])
  })

  test('a change that leaves the task under review leaves the submission open', async () => {
    const id = await handedIn()
    await world.owner.api.tasks.update({ params: { id }, body: { title: 'Draw it again' } })
    await move(world.owner, id, { status: 3 })
    expect(await states(id)).toEqual(['open'])
    await accept(world.owner, id)
  })

  test('a statement that forgets the submission is refused by the database', async () => {
    const id = await handedIn()
    const change = (set: object) => server.db.updateTable('tasks').set(set).where('id', '=', id).execute()
    await expect(change({ status: 2 })).rejects.toThrow('tasks_open_round_check')
    await expect(change({ status: 2, open_round: null })).rejects.toThrow('has left its open review')
    await expect(change({ deleted_at: new Date() })).rejects.toThrow('tasks_open_round_check')
    expect([await states(id), await statusOf(id)]).toEqual([['open'], 3])
  })
})

test('[REVIEW-12] a task is set to Under Review, and taken out again, without a submission by every call of release 1', async () => {
  const { owner, author, other, projectID } = world
  const created = await owner.api.tasks.create({
    body: { projectID, title: 'Draw', description: 'Work.', status: 3 },
  })
  expect(created.data.status).toBe(3)
  for (const by of [author, other, owner]) {
    const id = await taskOf(author, 1)
    const { data } = await by.api.tasks.update({ params: { id }, body: { status: 3 } })
    expect(data.status).toBe(3)
    await by.api.tasks.update({ params: { id }, body: { status: 2, version: data.version } })
    await by.api.tasks.update({ params: { id }, body: { status: 3, title: 'Draw it' } })
    expect([await states(id), await statusOf(id)]).toEqual([[], 3])
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    expect(await states(id)).toEqual([])
  }
})

test('[REVIEW-14] a hand-in and moves of the same task at the same time never leave a submission open outside of review', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const id = await taskOf(world.author, 3)
    await Promise.allSettled([
      submit(world.author, id),
      world.other.api.tasks.update({ params: { id }, body: { status: 2 } }),
      world.owner.api.tasks.update({ params: { id }, body: { status: 1 } }),
      world.owner.api.tasks.update({ params: { id }, body: { assignedToID: world.other.id } }),
    ])
    const { data: task } = await world.owner.api.tasks.get({ params: { id } })
    const open = (await rounds(id)).filter(({ state }) => state === 'open')
    if (task.status !== 3) expect(open).toEqual([])
    for (const { authorID } of open) expect(authorID).toBe(task.assignedToID)
  }
})

import { describe, expect, test } from 'vitest'
import type { Notice } from '#shared/contract/notifications.ts'
import { noticeSentence } from '#shared/rules/notice-text.ts'
import { tellAll } from '#support/inbox.ts'
import { createWorld, type Person, type World } from '#support/notice-cases.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const list = async ({ api }: Person): Promise<Notice[]> =>
  (await api.notifications.list({ query: { view: 'forYou', limit: 100 } })).data
const unread = async (person: Person) => (await list(person)).filter(({ isUnread }) => isUnread).map(({ kind }) => kind)

describe('one act that gives many tasks to people', () => {
  const titles = (notices: readonly Notice[]) => notices.map(noticeSentence)
  const importing = ({ owner, params }: World, to: readonly string[]) =>
    owner.api.imports.create({
      params,
      body: {
        idempotencyKey: 'once',
        source: 'csv',
        tasks: to.map((assignedToID, at) => ({ title: `T${at}`, description: 'Work.', status: 1, assignedToID })),
      },
    })

  test('an import is one notice a person, which counts the tasks and opens them on the board', async () => {
    const world = await createWorld(server)
    const { member, other, owner, project } = world
    const many = Array.from({ length: 1_200 }, () => member.id)
    await importing(world, [...many, other.id, owner.id, owner.id])
    const [notice, ...others] = await list(member)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'tasks.assigned', group: 'direct', count: 1_200, task: null, isUnread: true })
    expect(titles(await list(member))).toEqual([`${owner.username} assigned you 1,200 tasks in ${project.title}`])
    expect(notice?.address).toBe(`/project/${project.id}/tasks?assignee=${member.id}`)
    expect((await member.api.notifications.count({})).data).toEqual({ forYou: 1, following: 0 })
    // A single task leads to itself, and nobody is notified of what they gave themselves.
    expect(await list(other)).toMatchObject([{ kind: 'task.created', task: { title: 'T1200' }, count: 1 }])
    expect(await list(owner)).toEqual([])
  })

  test('an import that is undone takes its notice along, unless a task of it stays', async () => {
    const world = await createWorld(server)
    const { member, other, owner, params, project } = world
    const { data } = await importing(world, [member.id, member.id, other.id, other.id])
    const board = await owner.api.tasks.byProject({ params: { projectId: project.id }, query: {} })
    const kept = board.data.find(({ assignedToID }) => assignedToID === other.id)
    await other.api.tasks.update({ params: { id: kept?.id ?? '' }, body: { status: 2 } })
    await owner.api.imports.undo({ params: { ...params, importID: data.id } })
    expect(await unread(member)).toEqual([])
    expect(await unread(other)).toEqual(['tasks.assigned'])
  })

  test('so is a change of many tasks at once; what was unread before stays as it was', async () => {
    const world = await createWorld(server)
    const { owner, member, other, project, create } = world
    const before = await create(member.id)
    const ids = []
    for (let n = 0; n < 12; n++) ids.push((await create()).id)
    const change = { assignedToID: member.id }
    await owner.api.tasks.bulk({ body: { ids: [...ids, before.id], change } })
    expect((await list(member)).map(({ kind, count, task }) => [kind, count, task?.id])).toEqual([
      ['tasks.assigned', 12, undefined],
      ['task.created', 1, before.id],
    ])
    const [one = ''] = ids
    await owner.api.tasks.bulk({ body: { ids: [one], change: { assignedToID: other.id } } })
    expect(titles(await list(other))).toEqual([`${owner.username} assigned you to Draw`])
    expect(titles(await list(member))).toContain(`${owner.username} assigned you 12 tasks in ${project.title}`)
  })
})

describe('who has acted on a thing has read what told of it', () => {
  /** What happens first, who then has an unread notice of it, and what they do about it. */
  const cases: Record<string, [(world: World) => Promise<string>, (world: World) => Person, (world: World, thing: string) => Promise<unknown>]> = {
    'an application approved': [({ applied }) => applied(), ({ owner }) => owner, ({ answer, owner }) => answer(owner, true)],
    'an application rejected': [({ applied }) => applied(), ({ admin }) => admin, ({ answer, admin }) => answer(admin, false)],
    'an invitation accepted': [async ({ invite, owner }) => { await invite(owner); return '' }, ({ stranger }) => stranger, ({ answer, stranger }) => answer(stranger, true)],
    'an invitation declined': [async ({ invite, owner }) => { await invite(owner); return '' }, ({ stranger }) => stranger, ({ answer, stranger }) => answer(stranger, false)],
    'work accepted': [({ handedIn }) => handedIn(), ({ owner }) => owner, ({ owner }, id) => owner.api.submissions.accept({ params: { id, n: 1 }, body: {} })],
    'changes requested': [({ handedIn }) => handedIn(), ({ admin }) => admin, ({ admin }, id) => admin.api.submissions.changes({ params: { id, n: 1 }, body: { text: 'More.' } })],
    'work handed in': [({ begun, member }) => begun(member.id), ({ member }) => member, ({ handIn, member }, id) => handIn(member, id)],
    'a comment answered': [async ({ create, comment, member, other }) => { const { id } = await create(member.id); await comment(other, id, 'Hm?'); return id }, ({ member }) => member, ({ comment, member }, id) => comment(member, id, 'Yes.')],
    'a creator application decided': [({ asCreator }) => asCreator(), ({ administrator }) => administrator, ({ administrator }, id) => administrator.api.creatorApplications.approve({ params: { id }, body: {} })],
  } // prettier-ignore
  test.each(Object.entries(cases))('%s', async (_, [prepare, who, act]) => {
    const world = await createWorld(server)
    await server.db.deleteFrom('notifications').execute()
    const thing = await prepare(world)
    await tellAll(server)
    const person = who(world)
    const all = Object.values(world.people).filter(({ id }) => id !== person.id)
    expect(await unread(person)).not.toEqual([])
    const others = await Promise.all(all.map(async (other) => (await unread(other)).length))
    await act(world, thing)
    expect(await unread(person)).toEqual([])
    expect(await list(person)).not.toEqual([])
    // Nobody else has acted.
    for (const [at, other] of all.entries())
      expect((await unread(other)).length).toBeGreaterThanOrEqual(others[at] ?? 0)
    // No mail tells of what was read.
    const notices = await server.db.selectFrom('notifications').selectAll().where('user_id', '=', person.id).execute()
    expect(notices.filter(({ read_at, mail_at }) => read_at !== null && mail_at !== null)).toEqual([])
  })
})

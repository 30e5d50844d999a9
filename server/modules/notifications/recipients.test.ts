import { describe, expect, test } from 'vitest'
import { eventKinds, events } from '#shared/contract/events.ts'
import type { Notice } from '#shared/contract/notifications.ts'
import { tellAll } from '#support/inbox.ts'
import { createWorld, type Name, noticeCases, type Person, preparedText } from '#support/notice-cases.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const views = ['forYou', 'following'] as const
/** All notices of a person, newest first. */
const noticesOf = async ({ api }: Person): Promise<Notice[]> => {
  const pages = await Promise.all(views.map((view) => api.notifications.list({ query: { view, limit: 100 } })))
  return pages.flatMap(({ data }) => data)
}

const world = () => createWorld(server)

describe('[INBOX-01] [INBOX-03] [INBOX-05] [INBOX-06] [INBOX-08] [INBOX-10] [INBOX-11] [INBOX-12] [INBOX-14] [INBOX-17] [CLAIM-61] who hears of what', () => {
  test.each(Object.entries(noticeCases))('%s', async (name, { prepare, act, told, counts = {} }) => {
    const made = await world()
    const prepared = preparedText(await prepare?.(made))
    await tellAll(server)
    await server.db.deleteFrom('notifications').execute()
    await act(made, prepared)
    const people = Object.entries(made.people) as [Name, Person][]
    const groupsNow = async () =>
      Object.fromEntries(
        (await Promise.all(people.map(async ([who, person]) => [who, await noticesOf(person)] as const))).flatMap(
          ([who, notices]) =>
            notices.length === 0
              ? []
              : [
                  [
                    who,
                    notices
                      .map(({ group }) => group)
                      .sort()
                      .join(),
                  ],
                ],
        ),
      )
    // [INBOX-20] What is for the person themselves is there when the call has answered.
    const groups = Object.entries(told).map(([who, group]) => [who, [group].flat()] as const)
    const joined = (kept: (group: string) => boolean) =>
      Object.fromEntries(
        groups.flatMap(([who, of]): [string, string][] =>
          of.some(kept) ? [[who, of.filter(kept).sort().join()]] : [],
        ),
      )
    expect(await groupsNow()).toEqual(joined((group) => group !== 'following'))
    await tellAll(server)
    expect(await groupsNow()).toEqual(joined(() => true))
    for (const [who, person] of people) {
      const [notice] = await noticesOf(person)
      const { data: count } = await person.api.notifications.count({})
      const of = [told[who] ?? []].flat()
      expect(count).toEqual({
        forYou: of.filter((group) => group !== 'following').length,
        following: of.filter((group) => group === 'following').length,
      })
      if (!notice) continue
      expect(notice).toMatchObject({ count: counts[who] ?? 1, isUnread: true, snoozedUntil: null })
      expect(name).toContain(notice.kind)
    }
  })

  test('[SETTLE-44] every kind of event that somebody hears of has its case, and each case names all who hear', () => {
    const played = Object.keys(noticeCases).join(' ')
    const told = eventKinds.filter((kind) => events[kind].notices.length > 0)
    expect(told.filter((kind) => !played.includes(kind))).toEqual([])
  })
})

test('[INBOX-07] [INBOX-18] a former administrator no longer has the applications of others', async () => {
  const { administrator, asCreator } = await world()
  await asCreator()
  expect(await noticesOf(administrator)).toHaveLength(1)
  await server.db.updateTable('users').set({ is_administrator: false }).where('id', '=', administrator.id).execute()
  expect(await noticesOf(administrator)).toEqual([])
})

test('[INBOX-26] [INBOX-63] who is removed keeps one notice, which says so by the name they knew', async () => {
  const { owner, member, project, params, create, pay } = await world()
  await create(member.id)
  await pay(owner, member.id)
  await owner.api.tasks.update({ params: { id: (await create(member.id)).id }, body: { status: 2 } })
  await tellAll(server)
  expect((await noticesOf(member)).length).toBeGreaterThan(2)
  await owner.api.memberships.remove({ params: { ...params, userId: member.id } })
  await owner.api.projects.update({ params, body: { title: 'Renamed since' } })
  await tellAll(server)
  const left = await noticesOf(member)
  expect(left).toMatchObject([
    { kind: 'member.removed', project: { id: project.id, title: project.title }, address: '/my-projects' },
  ])
  expect((await member.api.notifications.count({})).data).toEqual({ forYou: 1, following: 0 })
  await member.api.notifications.mark({ body: { ids: [left[0]?.id ?? ''], as: 'done' } })
  expect(await noticesOf(member)).toEqual([])
})

test('[INBOX-19] [INBOX-26] [INBOX-63] of a deleted project everybody keeps the one notice that says so', async () => {
  const { owner, admin, member, stranger, params, create, invite, applied, answer, project } = await world()
  await create(member.id)
  await applied()
  await answer(owner, false)
  await invite(owner)
  await owner.api.projects.remove({ params })
  // Gone at once, before any reader of the log has seen it. Whose request ends with it hears that alone.
  for (const person of [owner, admin, member]) expect(await noticesOf(person)).toEqual([])
  const closed = { kind: 'request.closed', project: { title: project.title } }
  expect(await noticesOf(stranger)).toMatchObject([closed])
  await tellAll(server)
  for (const person of [admin, member])
    expect(await noticesOf(person)).toMatchObject([{ kind: 'project.deleted', project: { title: project.title } }])
  expect(await noticesOf(owner)).toEqual([])
  expect(await noticesOf(stranger)).toMatchObject([closed])
})

test('[INBOX-15] [INBOX-19] an archived project stays open to its members, and its notice leads there', async () => {
  const { owner, member, params, project } = await world()
  await owner.api.projects.update({ params, body: { archived: true } })
  await tellAll(server)
  expect(await noticesOf(member)).toMatchObject([{ kind: 'project.archived', address: `/project/${project.id}` }])
})

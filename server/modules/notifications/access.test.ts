import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPerson, createProject, unique } from '#support/factories.ts'
import { tellAll } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
/** What says that something is over opens nothing. */
const ends = ['member.removed', 'project.archived', 'project.deleted']

const acts = ['apply', 'invite', 'accept', 'decline', 'setRole', 'remove', 'assign', 'move', 'pay', 'archive'] as const
/** Tries an act; most are refused to most people, which is as good. */
const attempt = async (act: (typeof acts)[number], by: Person, to: Person, id: string): Promise<void> => {
  const { projects, memberships, tasks, payments } = by.api
  const params = { id }
  const about = { id, userId: to.id }
  const task = { projectID: id, title: 'Draw', description: 'Work.' }
  const calls = {
    apply: () => projects.apply({ params, body: {} }),
    invite: () => memberships.invite({ params: about, body: { role: 'admin' } }),
    accept: () => memberships.answer({ params: about, body: { accept: true } }),
    decline: () => memberships.answer({ params: about, body: { accept: false } }),
    setRole: () => memberships.setRole({ params: about, body: { role: 'member' } }),
    remove: () => memberships.remove({ params: about }),
    assign: () => tasks.create({ body: { ...task, assignedToID: to.id } }),
    move: async () => {
      const { data } = await tasks.list({ query: {} })
      const [first] = data
      if (first) await tasks.update({ params: { id: first.id }, body: { status: first.status === 2 ? 3 : 2 } })
    },
    pay: () =>
      payments.create({
        params,
        body: { userID: to.id, amountCents: 5, currency: 'USD', idempotencyKey: unique('payment-key-') },
      }),
    archive: () => projects.update({ params, body: { archived: true } }),
  }
  await calls[act]().catch(() => undefined)
}

/** Makes the call that opens what each notice of the person is about; fails for one that is refused. */
const openAll = async ({ api }: Person): Promise<number> => {
  let opened = 0
  for (const view of ['forYou', 'following', 'done'] as const)
    for (const notice of (await api.notifications.list({ query: { view, limit: 100 } })).data) {
      if (ends.includes(notice.kind)) continue
      opened += 1
      if (notice.task) await api.tasks.get({ params: { id: notice.task.id } })
      else if (notice.requestID) await api.users.request({ params: { id: notice.requestID } })
      else await api.projects.get({ params: { id: notice.project?.id ?? '' } })
    }
  return opened
}

test('[INBOX-18] whatever people do, nobody has a notice of a thing that they may not open', async () => {
  const person = fc.nat({ max: 3 })
  const step = fc.tuple(fc.constantFrom(...acts), person, person)
  let opened = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const people = await Promise.all(Array.from({ length: 4 }, () => createPerson(server)))
      const [owner] = people
      if (!owner) return
      const { id } = await createProject(server, owner.id)
      for (const { id: userId } of people.slice(2))
        await owner.api.memberships.invite({ params: { id, userId }, body: {} })
      for (const [act, by, to] of steps) {
        const [actor, other] = [people[by], people[to]]
        if (actor && other) await attempt(act, actor, other, id)
      }
      await tellAll(server)
      for (const each of people) opened += await openAll(each)
    }),
    { numRuns: 8 },
  )
  expect(opened).toBeGreaterThan(8)
}, 120_000)

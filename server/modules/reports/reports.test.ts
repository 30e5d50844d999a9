import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { reportKinds } from '#shared/contract/reports.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { createClaimWorld } from '#support/claims.ts'
import { createPerson, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type World = Awaited<ReturnType<typeof createClaimWorld>>
type Person = World['ana']
let world: World
let grace: Person
let reader: Person
beforeEach(async () => {
  await server.db.deleteFrom('reports').execute()
  world = await createClaimWorld(server)
  grace = await createPerson(server, { name: 'Grace', isAdministrator: true })
  reader = await createPerson(server)
})

type Body = Parameters<Person['api']['reports']['create']>[0]['body']
const report = async (by: Person, body: Partial<Body> & { id: string }) =>
  (await by.api.reports.create({ body: { kind: 'project', reason: 'spam', ...body } })).data.id
const decide = (id: string, decision: 'dismiss' | 'hide' | 'suspend', text = 'It is a scam.', by = grace) =>
  by.api.reports.decide({ params: { id }, body: { decision, text } })
const queue = async (state?: 'open' | 'appealed' | 'decided' | 'final') =>
  (await grace.api.reports.queue({ query: { ...(state && { state }) } })).data
const commentOn = async (taskID: string, by: Person, body = 'Pay me first.') => {
  const sent = { body, idempotencyKey: unique('key-comment-') }
  return (await by.api.comments.create({ params: { id: taskID }, body: sent })).data.id
}
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status

describe('making a report', () => {
  test('[REPORT-01] a report names a kind, a thing and a reason, and has a short text', async () => {
    const good = { kind: 'project', id: world.projectID, reason: 'scam', text: 'x'.repeat(1000) }
    const send = (body: object) => reader.api.reports.create({ body: { ...good, ...body } as Body })
    for (const wrong of [{ kind: 'file' }, { reason: 'boring' }, { text: 'x'.repeat(1001) }, { id: 'x' }, { more: 1 }])
      expect(await statusOf(send(wrong))).toBe(422)
    expect((await send({})).data).toMatchObject({
      kind: 'project',
      side: 'reporter',
      isLookedAt: false,
      decision: null,
    })
    for (const kind of reportKinds)
      expect(await statusOf(send({ kind, id: '01890a5d-ac96-774b-bcce-b302099a8057' }))).toBe(404)
    for (const reason of ['spam', 'abuse', 'stolenWork', 'other'] as const)
      expect(await report(reader, { kind: 'person', id: (await createPerson(server)).id, reason })).toBeTruthy()
  })

  test('[REPORT-01] nobody reports what is theirs', async () => {
    const commentID = await commentOn(await world.add(), world.ana)
    const own: Array<[Person, Body['kind'], string]> = [
      [reader, 'person', reader.id],
      [world.owner, 'project', world.projectID],
      [world.ana, 'comment', commentID],
    ]
    for (const [person, kind, id] of own) {
      const { status, message } = await failureOf(report(person, { kind, id }))
      expect([status, message]).toEqual([422, 'This is yours. You can report what is of others.'])
    }
    expect(await queue()).toEqual([])
  })

  test('[REPORT-02] only who may see a thing can report it', async () => {
    const taskID = await world.add()
    const offered = await world.offered()
    const commentID = await commentOn(taskID, world.ana)
    await reader.api.projects.apply({ params: { id: world.projectID }, body: { letter: 'Let me in.' } })
    const { id: letterID } = await server.db
      .selectFrom('project_requests')
      .where('user_id', '=', reader.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const other = await createPerson(server)
    const things: Array<[Body['kind'], string, Person[], Person[]]> = [
      ['project', world.projectID, [other, world.ana], []],
      ['task', taskID, [world.ana], [other]],
      ['task', offered, [world.ana, other], []],
      ['person', world.ana.id, [other], []],
      ['comment', commentID, [world.ben], [other]],
      ['letter', letterID, [world.owner], [other, world.ana]],
    ]
    for (const [kind, id, may, mayNot] of things) {
      for (const person of mayNot) expect(await statusOf(report(person, { kind, id })), kind).toBe(404)
      for (const person of may) expect(await report(person, { kind, id }), kind).toBeTruthy()
      const body = { kind, id, reason: 'spam' as const }
      expect(await statusOf(server.client().reports.create({ body }))).toBe(401)
    }
    await world.owner.api.projects.update({ params: { id: world.projectID }, body: { archived: true } })
    expect(await statusOf(report(await createPerson(server), { id: world.projectID }))).toBe(404)
  })

  test('[REPORT-03] a person makes ten reports a day, and one open one of a thing, also at once', async () => {
    const same = await Promise.allSettled(Array.from({ length: 4 }, () => report(reader, { id: world.projectID })))
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const { reason } of same.filter((one) => one.status === 'rejected'))
      expect(reason).toMatchObject({ status: 409 })
    const people = await Promise.all(Array.from({ length: 14 }, () => createPerson(server)))
    const many = await Promise.allSettled(people.map(({ id }) => report(reader, { kind: 'person', id })))
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    for (const { reason } of many.filter((one) => one.status === 'rejected'))
      expect(reason).toMatchObject({ status: 429 })
    const [first] = await queue('open')
    expect(first?.others).toEqual([])
  })
})

describe('deciding', () => {
  test('[REPORT-05] administrators read the queue, oldest first, with the thing and its other reports', async () => {
    const first = await report(reader, { id: world.projectID, text: 'Looks wrong.' })
    const second = await report(world.ana, { kind: 'person', id: reader.id })
    const third = await report(world.ben, { id: world.projectID, reason: 'abuse' })
    const rows = (await queue()).filter(({ id }) => [first, second, third].includes(id))
    expect(rows.map(({ id }) => id)).toEqual([first, second, third])
    expect(rows[0]).toMatchObject({
      ...{ text: 'Looks wrong.', reason: 'spam', reporter: { id: reader.id }, reported: { id: world.owner.id } },
      thing: { id: world.projectID, projectID: world.projectID, isHidden: false },
    })
    expect(rows[0]?.others.map(({ id }) => id)).toEqual([third])
    expect(await statusOf(world.owner.api.reports.queue({ query: {} }))).toBe(403)
    expect(await statusOf(decide(first, 'hide', 'No.', world.owner))).toBe(403)
    const { data } = await grace.api.tokens.create({
      body: {
        name: 'Scripts',
        scopes: ['read', 'manage'],
        endsAt: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
      },
    })
    expect(await statusOf(server.client(data.token).reports.queue({ query: {} }))).toBe(403)
  })

  test('[REPORT-06] one of two administrators decides, for all open reports of the thing', async () => {
    const first = await report(reader, { id: world.projectID })
    const second = await report(world.ana, { id: world.projectID })
    const person = await report(reader, { kind: 'person', id: world.ben.id })
    for (const kind of ['person'] as const) expect([kind, await statusOf(decide(person, 'hide'))]).toEqual([kind, 422])
    const other = await createPerson(server, { isAdministrator: true })
    const both = await Promise.allSettled([decide(first, 'hide'), decide(second, 'dismiss', 'Fine.', other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const id of [first, second]) expect(await statusOf(decide(id, 'dismiss'))).toBe(409)
    const decided = (await queue('decided')).filter(({ id }) => [first, second].includes(id))
    expect(new Set(decided.map(({ decision }) => decision)).size).toBe(1)
    expect(decided).toHaveLength(2)
    await decide(person, 'suspend')
    expect(await statusOf(world.ben.api.users.profile({}))).toBe(401)
  })

  test('[REPORT-06] a report of somebody who is suspended already is decided like any other', async () => {
    const [first, second] = [
      await report(reader, { kind: 'person', id: world.ben.id }),
      await report(reader, { id: world.projectID }),
    ]
    await decide(first, 'suspend')
    const third = await report(world.ana, { kind: 'person', id: world.ben.id })
    await decide(third, 'suspend')
    expect((await queue('decided')).find(({ id }) => id === third)?.decision).toBe('suspend')
    await decide(second, 'suspend')
    const suspensions = await server.db
      .selectFrom('events')
      .select('id')
      .where('kind', '=', 'account.suspended')
      .where('subject_id', '=', world.ben.id)
      .execute()
    expect(suspensions).toHaveLength(1)
  })

  test('[REPORT-09] the reported person learns what and why, the reporter that it was looked at, and neither the other', async () => {
    const id = await report(reader, { id: world.projectID, text: 'canary-text' })
    const read = (by: Person) => by.api.reports.get({ params: { id } })
    expect(await statusOf(read(world.owner))).toBe(404)
    await decide(id, 'hide', 'It asks for money.')
    const { data: told } = await read(world.owner)
    expect(told).toMatchObject({ side: 'reported', decision: 'hide', text: 'It asks for money.', isLookedAt: true })
    for (const secret of [reader.id, reader.username, 'canary-text']) expect(JSON.stringify(told)).not.toContain(secret)
    const { data: reporters } = await read(reader)
    expect(reporters).toMatchObject({ side: 'reporter', isLookedAt: true, decision: null, text: null })
    expect(await statusOf(read(world.ana))).toBe(404)
    const notices = (await world.owner.api.notifications.list({ query: {} })).data
    expect(notices.filter(({ kind }) => kind === 'report.decided')).toHaveLength(1)
    for (const secret of [reader.id, reader.username]) expect(JSON.stringify(notices)).not.toContain(secret)
    const dismissed = await report(reader, { kind: 'person', id: world.ana.id })
    await decide(dismissed, 'dismiss')
    expect(await statusOf(world.ana.api.reports.get({ params: { id: dismissed } }))).toBe(404)
    const ofAna = (await world.ana.api.notifications.list({ query: {} })).data
    expect(ofAna.filter(({ kind }) => kind.startsWith('report.'))).toEqual([])
  })

  test('[REPORT-09] each reads one list: the reporter what was looked at, the reported person each decision once', async () => {
    const mine = async (by: Person) => (await by.api.reports.mine({})).data
    const id = await report(reader, { id: world.projectID, text: 'canary-text' })
    await report(world.ana, { id: world.projectID })
    expect(await mine(world.owner)).toEqual([])
    expect(await mine(reader)).toMatchObject([{ id, side: 'reporter', isLookedAt: false, about: null }])
    await decide(id, 'hide', 'It asks for money.')
    const told = await mine(world.owner)
    // Two people have reported it, which the reported person does not learn.
    expect(told).toMatchObject([{ side: 'reported', kind: 'project', decision: 'hide', text: 'It asks for money.' }])
    expect(told[0]?.about).not.toBeNull()
    expect(told[0]?.appealBy).not.toBeNull()
    for (const secret of [reader.id, reader.username, 'canary-text']) expect(JSON.stringify(told)).not.toContain(secret)
    const nothing = { decision: null, text: null, decidedAt: null, about: null }
    expect(await mine(reader)).toMatchObject([{ id, side: 'reporter', isLookedAt: true, ...nothing }])
    const appealed = told[0]?.id ?? ''
    await world.owner.api.reports.appeal({ params: { id: appealed }, body: { text: 'It is a deposit.' } })
    expect(await mine(world.owner)).toMatchObject([{ id: appealed, appealBy: null, isGranted: null }])
    expect((await world.owner.api.notifications.list({ query: {} })).data.find(({ kind }) => kind === 'report.decided')?.address).toBe('/reports') // prettier-ignore
  })

  test('[REPORT-09] what one has reported never hides what was decided about oneself', async () => {
    await decide(await report(reader, { id: world.projectID }), 'hide')
    await server.db
      .insertInto('reports')
      .values(
        Array.from({ length: 101 }, () => ({
          ...{ id: uuidv7(), thing_id: uuidv7(), kind: 'comment', reason: 'spam', text: '', reported_id: null },
          ...{ reporter_id: world.owner.id, created_at: daysAfter(server.clock.now(), 1) },
        })),
      )
      .execute()
    const { data, message } = await world.owner.api.reports.mine({})
    expect(data.filter(({ side }) => side === 'reported')).toHaveLength(1)
    expect(data.filter(({ side }) => side === 'reporter')).toHaveLength(100)
    expect(message).toContain('Only the first 100 reports')
  })

  test('[REPORT-10] the reported person appeals once, within 14 days', async () => {
    const id = await report(reader, { id: world.projectID })
    const second = await report(world.ana, { id: world.projectID })
    const appeal = (by: Person, of = id, text = 'It is a deposit.') =>
      by.api.reports.appeal({ params: { id: of }, body: { text } })
    expect(await statusOf(appeal(world.owner))).toBe(404)
    await decide(id, 'hide')
    for (const person of [reader, world.ana, grace]) expect(await statusOf(appeal(person))).toBe(404)
    expect(await statusOf(appeal(world.owner, id, 'x'.repeat(1001)))).toBe(422)
    const both = await Promise.allSettled([appeal(world.owner), appeal(world.owner, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const of of [id, second]) expect(await statusOf(appeal(world.owner, of))).toBe(409)
    const waiting = (await queue()).filter(({ state }) => state === 'appealed')
    expect(waiting).toContainEqual(expect.objectContaining({ appealText: 'It is a deposit.' }))
  })

  test('[REPORT-10] after 14 days nobody appeals', async () => {
    const id = await report(reader, { id: world.projectID })
    await decide(id, 'hide')
    const decidedAt = new Date(server.clock.now().getTime() - 14 * 86_400_000 - 1000)
    await server.db.updateTable('reports').set({ decided_at: decidedAt }).where('id', '=', id).execute()
    const body = { text: 'It is a deposit.' }
    expect(await statusOf(world.owner.api.reports.appeal({ params: { id }, body }))).toBe(409)
  })

  test('[REPORT-14] events tell of it without texts, and the reported person learns of nobody', async () => {
    const id = await report(reader, { id: world.projectID, text: 'canary-text' })
    await decide(id, 'hide', 'canary-why')
    await world.owner.api.reports.appeal({ params: { id }, body: { text: 'canary-appeal' } })
    const events = (
      await server.db.selectFrom('events').where('kind', 'like', 'report.%').selectAll().execute()
    ).filter(({ data }) => JSON.stringify(data).includes(id))
    expect(events.map(({ kind }) => kind)).toEqual(['report.made', 'report.decided', 'report.appealed'])
    expect(JSON.stringify(events)).not.toContain('canary')
    expect(JSON.stringify(events.find(({ kind }) => kind === 'report.decided'))).not.toContain(reader.id)
    expect(events.find(({ kind }) => kind === 'report.made')?.subject_id).toBeNull()
    const kinds = (await grace.api.notifications.list({ query: {} })).data.map(({ kind }) => kind)
    expect(kinds).toContain('report.appealed')
  })
})

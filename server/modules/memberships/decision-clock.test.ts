import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'
import { timedRequests, type TimedPerson, type TimedWorld } from '#support/timed-requests.ts'

const server = testApp()

const { world, pass, run, wait, daysUntil, requestID, forget } = timedRequests(() => server)
beforeEach(forget)

describe('the answer date', () => {
  test('[CLOCK-01] applications and invitations get the days of their project, on both sides', async () => {
    const project = await world(5)
    expect(daysUntil((await project.apply()).answerBy)).toBe(5)
    const [received] = await project.received()
    expect(daysUntil(received?.answerBy)).toBe(5)
    const [sent] = (await project.person.api.users.requests({ query: { type: 'sent' } })).data
    expect(daysUntil(sent?.answerBy)).toBe(5)
    const invited = await world()
    await invited.invite()
    const [invitation] = (await invited.person.api.users.requests({ query: { type: 'received' } })).data
    expect(daysUntil(invitation?.answerBy)).toBe(14)
    const [work] = (await project.person.api.work.get({ query: {} })).data.waiting.rows
    expect(work).toMatchObject({ kind: 'application', answerBy: received?.answerBy })
    const [waits] = (await project.owner.api.work.get({ query: {} })).data.waitingForMe?.rows ?? []
    expect(waits).toMatchObject({ kind: 'application', answerBy: received?.answerBy })
  })

  test('[CLOCK-02] owner and admin choose 3 to 30 days; a change holds for requests made after it', async () => {
    const project = await world()
    await project.apply()
    expect((await project.owner.api.projects.get({ params: project.params })).data.answersWithinDays).toBe(14)
    for (const days of [2, 31, 3.5])
      expect((await failureOf(project.set({ answersWithinDays: days }))).status).toBe(422)
    expect((await failureOf(project.set({ answersWithinDays: 3 }, project.member))).status).toBe(403)
    for (const days of [30, 3]) {
      const { data } = await project.set({ answersWithinDays: days }, project.admin)
      expect(data.answersWithinDays).toBe(days)
    }
    expect(daysUntil((await project.access()).answerBy)).toBe(14)
    expect(daysUntil((await project.apply(project.stranger)).answerBy)).toBe(3)
  })

  test('[CLOCK-18] an answered request has no answer date any more; its lists say what became of it', async () => {
    const project = await world()
    await project.apply()
    await project.answer(project.owner, false)
    expect(await project.received()).toMatchObject([{ status: 2, answerBy: null, seenAt: null, prolonged: null }])
  })
})

describe('[CLOCK-03] [CLOCK-04] reminders and the end', () => {
  test.each(['application', 'invitation'] as const)(
    'an %s is reminded of at half time and on its last day, then closed',
    async (kind) => {
      const project = await world(10)
      if (kind === 'application') await project.apply()
      else await project.invite()
      const begun = kind === 'application' ? 'applied' : 'invited'
      await wait(4.9)
      expect(await project.kinds()).toEqual([begun])
      await wait(0.2)
      await wait(3.8)
      expect(await project.kinds()).toEqual([begun, 'reminded'])
      await wait(0.2)
      await wait(0.8)
      expect(await project.kinds()).toEqual([begun, 'reminded', 'reminded'])
      expect((await project.access()).status).not.toBeNull()
      await wait(0.2)
      await wait(20)
      expect(await project.kinds()).toEqual([begun, 'reminded', 'reminded', 'expired'])
      expect(await project.access()).toMatchObject({ hasProject: false, status: null, requestId: null, answerBy: null })
      expect(await project.received()).toEqual([])
      for (const type of ['sent', 'received'] as const)
        expect((await project.person.api.users.requests({ query: { type } })).data).toEqual([])
      // One may apply, and be invited, again.
      await project.apply()
      expect((await project.access()).status).toBe(0)
      await project.answer(project.person, false)
      await project.invite()
      expect((await project.access()).status).toBe(6)
    },
  )

  test('[INBOX-04] [EVT-14] both sides hear of reminders and the end, and of the request’s other notices only the end stays', async () => {
    const project = await world(10)
    await project.apply()
    await wait(5.1)
    const { owner, admin, member, person } = project
    for (const one of [owner, admin])
      expect(await project.notices(one)).toMatchObject([{ kind: 'request.reminded', group: 'requests', actor: null }])
    expect(await project.notices(person)).toMatchObject([{ kind: 'request.waiting', group: 'requests' }])
    await wait(5)
    for (const one of [owner, admin, person])
      expect(await project.notices(one)).toMatchObject([
        { kind: 'request.expired', group: 'requests', requestID: null },
      ])
    expect(await project.notices(member)).toEqual([])
    const [event] = await server.db.selectFrom('events').selectAll().where('project_id', '=', project.id).where('kind', '=', 'request.expired').execute() // prettier-ignore
    expect(event).toMatchObject({
      actor_id: null,
      subject_id: person.id,
      data: { request: 'application', because: 'time' },
    })
  })

  test('[CLOCK-05] a server that was down reminds once, and closes what is over without a reminder', async () => {
    const [late, over] = [await world(10), await world(10)]
    await late.apply()
    await over.apply()
    await pass(9.5)
    await server.db
      .updateTable('project_requests')
      .set({ answer_by: server.clock.now() })
      .where('project_id', '=', over.id)
      .execute()
    await run()
    await run()
    expect(await late.kinds()).toEqual(['applied', 'reminded'])
    expect(await over.kinds()).toEqual(['applied', 'expired'])
  })

  test('[CLOCK-05] [CLOCK-03] three at once remind and close once', async () => {
    const projects = await Promise.all(Array.from({ length: 8 }, () => world(10)))
    for (const { apply } of projects) await apply()
    await pass(5.1)
    await Promise.all([run(), run(), run()])
    await pass(5)
    await Promise.all([run(), run(), run()])
    for (const { kinds, notices, person } of projects) {
      expect(await kinds()).toEqual(['applied', 'reminded', 'expired'])
      expect(await notices(person)).toMatchObject([{ count: 1 }])
    }
  })

  test('[CLOCK-07] an answered or withdrawn request is neither reminded of nor closed', async () => {
    const answers: Array<(project: TimedWorld) => Promise<unknown>> = [
      ({ answer, owner }) => answer(owner, true),
      ({ answer, admin }) => answer(admin, false),
      ({ answer, person }) => answer(person, false),
    ]
    for (const act of answers) {
      const project = await world(3)
      await project.apply()
      await act(project)
      const before = await project.kinds()
      await wait(2.5)
      await wait(30)
      expect(await project.kinds()).toEqual(before)
    }
  })

  test('[CLOCK-06] of the clock and an answer, a withdrawal or a prolongation at the same moment one takes effect', async () => {
    const others: Array<(project: TimedWorld, id: string) => Promise<unknown>> = [
      ({ answer, owner }) => answer(owner, true),
      ({ answer, owner }) => answer(owner, false),
      ({ answer, person }) => answer(person, false),
      ({ owner }, id) => owner.api.requests.prolong({ params: { id }, body: { reason: 'Away.' } }),
    ]
    const outcomes = new Set<string>()
    for (let round = 0; round < 16; round++) {
      const project = await world(3)
      await project.apply()
      const id = await requestID(project)
      await pass(3.1)
      const other = others[round % 4]
      const acts = [run, async () => other?.(project, id)].map((act) => async () => act())
      const ordered = round % 8 < 4 ? acts : acts.toReversed()
      const results = await Promise.allSettled(ordered.map((act) => act()))
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as { status: number }] : [],
      )
      const kinds = await project.kinds()
      const isExpired = kinds.includes('expired')
      expect(refused.map(({ status }) => status)).toEqual(isExpired ? [409] : [])
      expect(kinds.filter((kind) => kind !== 'reminded')).toHaveLength(2)
      outcomes.add(String(isExpired))
    }
    expect(outcomes).toContain('true')
  })
})

describe('[CLOCK-08] a prolongation', () => {
  const prolong = ({ api }: TimedPerson, id: string, reason = 'Our lead is away.') =>
    api.requests.prolong({ params: { id }, body: { reason } })

  test('moves the date by seven days once, with a reason that both sides read', async () => {
    const project = await world(10)
    await project.apply()
    const id = await requestID(project)
    for (const reason of ['', '   ', 'x'.repeat(501)])
      expect((await failureOf(prolong(project.owner, id, reason))).status).toBe(422)
    const { data } = await prolong(project.admin, id)
    expect(daysUntil(data.answerBy)).toBe(17)
    expect((await failureOf(prolong(project.owner, id))).status).toBe(409)
    // [CLOCK-18] Both sides read why.
    const [received] = await project.received()
    const [sent] = (await project.person.api.users.requests({ query: { type: 'sent' } })).data
    for (const request of [received, sent]) {
      expect(request).toMatchObject({ answerBy: data.answerBy, prolonged: { reason: 'Our lead is away.' } })
    }
    expect(await project.notices(project.person)).toMatchObject([{ kind: 'request.prolonged', group: 'requests' }])
    await wait(10.5)
    expect(await project.kinds()).toEqual(['applied', 'prolonged', 'reminded'])
    await wait(6)
    expect(await project.kinds()).toEqual(['applied', 'prolonged', 'reminded', 'reminded'])
    await wait(1)
    expect(await project.kinds()).toContain('expired')
  })

  test('on the last day lets the new last day be reminded of, too', async () => {
    const project = await world(10)
    await project.apply()
    await wait(9.5)
    await prolong(project.owner, await requestID(project))
    await wait(1)
    expect(await project.kinds()).toEqual(['applied', 'reminded', 'prolonged'])
    await wait(6)
    expect(await project.kinds()).toEqual(['applied', 'reminded', 'prolonged', 'reminded'])
  })

  test('is for owner and admin: 403 for members and the applicant, 404 for strangers, 409 once it is answered', async () => {
    const project = await world()
    await project.apply()
    const id = await requestID(project)
    expect((await failureOf(prolong(project.member, id))).status).toBe(403)
    expect((await failureOf(prolong(project.person, id))).status).toBe(403)
    expect((await failureOf(prolong(project.stranger, id))).status).toBe(404)
    expect((await failureOf(prolong(project.owner, project.id))).status).toBe(404)
    await project.answer(project.owner, false)
    expect((await failureOf(prolong(project.owner, id))).status).toBe(409)
    await project.owner.api.projects.remove({ params: project.params })
    expect((await failureOf(prolong(project.owner, id))).status).toBe(404)
  })
})

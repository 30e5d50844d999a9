import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rejectionReasons } from '#shared/contract/index.ts'
import { applications, type Someone } from '#support/applications.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'
import { openSession } from '../auth/sessions.ts'

const server = testApp()

const { somebody, world } = applications(() => server)
const reopen = (by: Someone, id: string) => by.api.requests.reopen({ params: { id }, body: {} })
/** Signs people in again after hours have gone by, because their tokens end. */
const pass = async (hours: number, ...people: Someone[]) => {
  server.clock.advance(hours * 3600)
  for (const person of people)
    person.api = server.client((await openSession(server.deps, server.db, person.id)).accessToken)
}

describe('a rejection', () => {
  test('[LETTER-22] [LETTER-23] takes a reason and a text, which the applicant reads in list, notice and mail', async () => {
    const { owner, person, apply, answer, received, sent } = await world()
    await apply()
    const said = { reason: 'skills', text: 'We look for <b>maps</b> & charts.' } as const
    await answer(owner, { accept: false, ...said })
    expect((await sent())[0]).toMatchObject({ status: 2, rejection: said })
    expect((await received())[0]).toMatchObject({
      status: 2,
      rejection: said,
      decision: { outcome: 'rejected', by: { id: owner.id, username: owner.username } },
    })
    const [notice] = (await person.api.notifications.list({ query: { view: 'forYou' } })).data
    expect(notice).toMatchObject({ kind: 'request.rejected', rejection: said })
    const [mail] = await server.mails(person.email)
    expect(mail?.text).toContain('The reason: Skills do not match.')
    expect(mail?.text).toContain(said.text)
    expect(mail?.html).not.toContain('<b>maps</b>')
  })

  test('[LETTER-23] by the request’s ID, too; without either it works as in release 1', async () => {
    const { owner, admin, person, stranger, id, apply, answer, sent } = await world()
    const requestId = await apply()
    const body = { requestId, accept: false, reason: 'other', text: '  Too late.  ' } as const
    await admin.api.memberships.answerById({ params: { projectId: id }, body })
    expect((await sent(person))[0]?.rejection).toEqual({ reason: 'other', text: 'Too late.' })
    await apply(stranger)
    await answer(owner, { accept: false }, stranger)
    expect((await sent(stranger))[0]).toMatchObject({ status: 2, rejection: null })
    const [mail] = await server.mails(stranger.email)
    expect(mail?.text).not.toContain('reason')
  })

  test('[LETTER-23] an unknown reason, a text that is too long, and a reason without a rejection answer 422', async () => {
    const { owner, person, apply, answer, received } = await world()
    await apply()
    const wrong: Array<Parameters<typeof answer>[1]> = [
      { accept: false, reason: 'weather' as 'other' },
      { accept: false, text: 'x'.repeat(1001) },
      { accept: true, reason: 'skills' },
      { accept: true, text: 'Welcome.' },
    ]
    for (const body of wrong) expect((await failureOf(answer(owner, body))).status).toBe(422)
    // Anyone who withdraws rejects nobody.
    expect((await failureOf(answer(person, { accept: false, reason: 'other' }))).status).toBe(422)
    expect((await received())[0]?.status).toBe(0)
    expect(rejectionReasons).toHaveLength(5)
  })
})

describe('reopening', () => {
  test('[LETTER-24] a rejected application is pending again, by owner or admin, and the applicant is told', async () => {
    const { owner, admin, person, params, apply, answer, received, sent } = await world()
    const id = await apply()
    await answer(owner, { accept: false, reason: 'skills', text: 'By mistake.' })
    expect((await received())[0]?.reopenUntil).not.toBeNull()
    const { answerBy } = (await reopen(admin, id)).data
    expect((await received())[0]).toMatchObject({
      status: 0,
      rejection: null,
      decision: null,
      reopenUntil: null,
      answerBy,
    })
    expect((await sent())[0]).toMatchObject({ status: 0, rejection: null, answerBy })
    expect((await person.api.memberships.access({ params })).data).toMatchObject({ status: 0, requestId: id })
    const [notice] = (await person.api.notifications.list({ query: { view: 'forYou' } })).data
    expect(notice).toMatchObject({ kind: 'request.reopened', requestID: id, actor: { id: admin.id }, rejection: null })
    // The mail about the rejection had not left yet, and says nothing that is not true any more.
    expect((await server.mails(person.email)).filter(({ text }) => text.includes('rejected'))).toEqual([])
    await answer(owner, { accept: true })
    expect((await person.api.memberships.access({ params })).data.status).toBe(1)
  })

  test('[LETTER-24] members and the applicant get 403, strangers 404, and nothing changes', async () => {
    const { owner, member, person, stranger, apply, answer, received } = await world()
    const id = await apply()
    await answer(owner, { accept: false })
    for (const [who, status] of [
      [member, 403],
      [person, 403],
      [stranger, 404],
    ] as const)
      expect((await failureOf(reopen(who, id))).status).toBe(status)
    expect((await failureOf(reopen(owner, randomUUID()))).status).toBe(404)
    expect((await received())[0]?.status).toBe(2)
  })

  test('[LETTER-24] for 24 hours; later it answers 409', async () => {
    const { owner, stranger, person, apply, answer, received } = await world()
    const [id, other] = [await apply(), await apply(stranger)]
    await answer(owner, { accept: false })
    await answer(owner, { accept: false }, stranger)
    await pass(23, owner, person, stranger)
    expect((await reopen(owner, id)).data.answerBy).toBeTruthy()
    await pass(1.1, owner)
    expect(await failureOf(reopen(owner, other))).toMatchObject({ status: 409 })
    expect((await received(owner)).find((one) => one.id === other)).toMatchObject({ status: 2 })
  })

  test('[LETTER-24] only what is rejected, and nothing that has been followed by something newer', async () => {
    const { owner, person, id: projectID, apply, answer } = await world()
    const id = await apply()
    expect(await failureOf(reopen(owner, id))).toMatchObject({ status: 409 })
    await answer(owner, { accept: false })
    await owner.api.memberships.invite({ params: { id: projectID, userId: person.id }, body: { role: 'member' } })
    expect((await failureOf(reopen(owner, id))).status).toBe(409)
    await answer(person, { accept: false })
    // The declined invitation is the newest now, and says how the two are.
    expect(await failureOf(reopen(owner, id))).toMatchObject({
      status: 409,
      newer: { outcome: 'declined', by: { id: person.id } },
    })
  })

  test('[LETTER-24] the time that the application had left is left again, and a day at least', async () => {
    const { owner, apply, answer, received, person } = await world()
    const id = await apply()
    const before = Date.parse((await received())[0]?.answerBy ?? '')
    await answer(owner, { accept: false })
    await pass(10, owner, person)
    const after = Date.parse((await reopen(owner, id)).data.answerBy)
    expect(Math.round((after - before) / 3_600_000)).toBe(10)
  })
})

describe('many at once', () => {
  test('[LETTER-25] decides each one, reports each one, and does the others when one fails', async () => {
    const { owner, admin, id, params, apply, answer, received, sent } = await world()
    const [first, second, withdrawn] = [await somebody(), await somebody(), await somebody()]
    const ids = [await apply(first), await apply(withdrawn), randomUUID(), await apply(second)]
    await answer(withdrawn, { accept: false }, withdrawn)
    const elsewhere = await world()
    ids.push(await elsewhere.apply())
    const body = { ids, accept: false, reason: 'otherChosen', text: 'Thank you.' } as const
    const { data } = await admin.api.requests.decide({ params, body })
    expect(data.map(({ isDone }) => isDone)).toEqual([true, false, false, true, false])
    expect(data.map((one) => one.id)).toEqual(ids)
    expect(data[1]).toMatchObject({ code: 'CONFLICT', decision: { outcome: 'withdrawn' } })
    expect(data[2]).toMatchObject({ code: 'NOT_FOUND', decision: null })
    expect(data[4]).toMatchObject({ code: 'NOT_FOUND', decision: null })
    for (const person of [first, second])
      expect((await sent(person))[0]?.rejection).toEqual({ reason: 'otherChosen', text: 'Thank you.' })
    expect((await elsewhere.received())[0]?.status).toBe(0)
    expect((await received()).every(({ status }) => status === 2)).toBe(true)
    // The same call again, whose first answer was lost, finds its own work done; somebody else's call does not.
    const again = (await admin.api.requests.decide({ params, body })).data
    expect(again.map(({ isDone }) => isDone)).toEqual([true, false, false, true, false])
    const theirs = (await owner.api.requests.decide({ params: { id }, body })).data
    expect(theirs[0]).toMatchObject({ isDone: false, decision: { outcome: 'rejected', by: { id: admin.id } } })
    expect(theirs[0]?.reason).toContain(admin.username)
  })

  test('[LETTER-25] 50 go, 51 and the same twice are 422, and members decide nothing', async () => {
    const { owner, member, stranger, params, apply, received } = await world()
    const id = await apply()
    const decide = (by: Someone, ids: string[]) => by.api.requests.decide({ params, body: { ids, accept: true } })
    const many = (count: number) => [id, ...Array.from({ length: count - 1 }, () => randomUUID())]
    for (const ids of [many(51), [id, id], []]) expect((await failureOf(decide(owner, ids))).status).toBe(422)
    expect((await failureOf(decide(member, [id]))).status).toBe(403)
    expect((await failureOf(decide(stranger, [id]))).status).toBe(403)
    expect((await received())[0]?.status).toBe(0)
    expect((await decide(owner, many(50))).data.filter(({ isDone }) => isDone)).toHaveLength(1)
    expect((await received())[0]?.status).toBe(1)
  })

  test('[LETTER-25] invitations are not decided by those who sent them', async () => {
    const { owner, person, params } = await world()
    const invited = { params: { ...params, userId: person.id }, body: { role: 'member' as const } }
    const { requestId } = (await owner.api.memberships.invite(invited)).data
    for (const accept of [true, false]) {
      const { data } = await owner.api.requests.decide({ params, body: { ids: [requestId], accept } })
      expect(data[0]).toMatchObject({ isDone: false, code: 'FORBIDDEN' })
    }
  })
})

describe('several people at once', () => {
  /** What the calls made at once became: `ok`, or the message of a refusal. */
  const atOnce = (calls: ReadonlyArray<() => Promise<unknown>>) =>
    Promise.all(
      calls.map((call) =>
        call().then(
          () => 'ok' as const,
          (error: { status: number; newer?: { outcome: string; by: { id: string } | null }; serverMessage: string }) =>
            error,
        ),
      ),
    )

  test('[LETTER-26] of two managers who decide at once exactly one does, and the other reads who decided what', async () => {
    const winners = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const { owner, admin, params, apply, answer, received } = await world()
      const id = await apply()
      const calls = [() => answer(owner, { accept: true }), () => answer(admin, { accept: false, reason: 'skills' })]
      if (round % 2) calls.reverse()
      const results = await atOnce(calls)
      const lost = results.filter((one) => one !== 'ok')
      expect(lost).toHaveLength(1)
      const [request] = await received()
      const wasApproved = request?.status === 1
      const winner = wasApproved ? owner : admin
      const outcome = wasApproved ? 'approved' : 'rejected'
      expect(lost[0]).toMatchObject({
        status: 409,
        newer: { outcome, by: { id: winner.id, username: winner.username } },
      })
      expect(lost[0]?.serverMessage).toBe(`${winner.username} has ${outcome} this application.`)
      expect(request?.decision).toMatchObject({ outcome, by: { id: winner.id } })
      const members = (await owner.api.memberships.members({ params })).data
      expect(members).toHaveLength(wasApproved ? 4 : 3)
      const events = server.db.selectFrom('events').select('kind').where('request_id', '=', id)
      expect((await events.where('kind', 'in', ['request.approved', 'request.rejected']).execute()).length).toBe(1)
      winners.add(outcome)
    }
    expect(winners.size).toBe(2)
  })

  test('[LETTER-26] of a decision and a withdrawal exactly one takes effect', async () => {
    for (let round = 0; round < 8; round++) {
      const { owner, person, params, apply, answer, received } = await world()
      await apply()
      const calls = [() => answer(owner, { accept: true }), () => answer(person, { accept: false })]
      if (round % 2) calls.reverse()
      const lost = (await atOnce(calls)).filter((one) => one !== 'ok')
      expect(lost).toHaveLength(1)
      const { status } = (await person.api.memberships.access({ params })).data
      expect(lost[0]).toMatchObject({
        status: 409,
        newer: { outcome: status === 1 ? 'approved' : 'withdrawn', by: { id: status === 1 ? owner.id : person.id } },
      })
      expect(await received()).toHaveLength(status === 1 ? 1 : 0)
    }
  })

  test('[LETTER-26] of many at once and one, and of two that reopen and invite, exactly one counts', async () => {
    const { owner, admin, person, params, apply, answer } = await world()
    const ids = [await apply()]
    const [many, one] = await Promise.all([
      owner.api.requests.decide({ params, body: { ids, accept: false } }),
      atOnce([() => answer(admin, { accept: true })]),
    ])
    expect(many.data[0]?.isDone).toBe(one[0] !== 'ok')
    if (one[0] === 'ok') return
    const invite = () =>
      admin.api.memberships.invite({ params: { ...params, userId: person.id }, body: { role: 'member' } })
    const results = await atOnce([() => reopen(owner, ids[0] ?? ''), invite])
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
  })
})

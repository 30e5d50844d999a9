import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LETTER_MAX } from '#shared/contract/letters.ts'
import type { Question } from '#shared/contract/questions.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { withTx } from '#server/db/pool.ts'

const server = testApp()

const cities: Question = { text: 'Which cities do you know?', kind: 'short', isRequired: true }
const why: Question = { text: 'Why birds?', kind: 'long', isRequired: false }
const page: Question = { text: 'Where is your work?', kind: 'link', isRequired: true }
const answer = ({ text: question }: Question, text: string) => ({ question, answer: text })

const world = async (questions: Question[] = []) => {
  const [owner, admin, member, applicant, stranger] = await Promise.all(
    Array.from({ length: 5 }, () => createPerson(server)),
  )
  if (!owner || !admin || !member || !applicant || !stranger) throw new Error('Five people.')
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, admin.id, 'admin')
  await createMembership(server, project.id, member.id)
  const params = { id: project.id }
  const ask = (by: typeof owner, all: Question[]) => by.api.projects.update({ params, body: { questions: all } })
  if (questions.length > 0) await ask(owner, questions)
  const apply = async (body: Parameters<typeof owner.api.projects.apply>[0]['body'] = {}) =>
    (await applicant.api.projects.apply({ params, body })).data.requestId ?? ''
  const withdraw = () =>
    applicant.api.memberships.answer({ params: { ...params, userId: applicant.id }, body: { accept: false } })
  return { owner, admin, member, applicant, stranger, project, params, ask, apply, withdraw }
}
type World = Awaited<ReturnType<typeof world>>
const read = async (by: World['owner'], id: string) => (await by.api.requests.get({ params: { id } })).data
const see = async (by: World['owner'], id: string) => (await by.api.requests.see({ params: { id }, body: {} })).data

describe('questions', () => {
  test('[LETTER-03] owner and admin set questions in their order, which the project shows; members get 403, strangers 404', async () => {
    const { owner, admin, member, stranger, params, ask } = await world()
    await ask(owner, [cities, why, page])
    expect((await stranger.api.projects.get({ params })).data.questions).toEqual([cities, why, page])
    await ask(admin, [page, cities])
    expect((await stranger.api.projects.get({ params })).data.questions).toEqual([page, cities])
    await expect(ask(member, [])).rejects.toEqual(refused(403))
    await expect(ask(stranger, [])).rejects.toEqual(refused(404))
    await ask(owner, [])
    expect((await owner.api.projects.get({ params })).data.questions).toEqual([])
  })

  test.each([
    ['a sixth', Array.from({ length: 6 }, (_, at) => ({ ...why, text: `Question ${at}` }))],
    ['a blank one', [{ ...why, text: ' \t ' }]],
    ['one that is too long', [{ ...why, text: 'x'.repeat(201) }]],
    ['two that are the same', [why, { ...cities, text: why.text }]],
  ])('[LETTER-03] %s is refused with 422, and the questions stay', async (_, questions) => {
    const { owner, ask, params } = await world([cities])
    await expect(ask(owner, questions)).rejects.toEqual(refused(422))
    expect((await owner.api.projects.get({ params })).data.questions).toEqual([cities])
  })

  test('[LETTER-05] answers keep the question as it was asked, whatever is asked later', async () => {
    const { owner, applicant, ask, apply } = await world([cities, why])
    const id = await apply({ answers: [answer(cities, 'Turin')] })
    await ask(owner, [{ ...cities, text: 'Which towns?' }])
    const asked = [
      { question: cities.text, kind: 'short', isRequired: true, answer: 'Turin' },
      { question: why.text, kind: 'long', isRequired: false, answer: '' },
    ]
    expect((await read(applicant, id)).answers).toEqual(asked)
    await ask(owner, [])
    expect((await see(owner, id)).answers).toEqual(asked)
  })
})

describe('applying', () => {
  test('[LETTER-07] an empty body stays valid where nothing is required', async () => {
    const { applicant, apply } = await world([why])
    const id = await apply({})
    expect(await read(applicant, id)).toMatchObject({ letter: null, hasLetter: false, mayEdit: true, isClosed: false })
  })

  test('[LETTER-07] [LETTER-02] letter and answers are kept as they were written', async () => {
    const { applicant, apply } = await world([cities, page])
    const letter = 'Dear team,\n\nI count birds. 🐦'
    const id = await apply({ letter, answers: [answer(page, 'https://example.org/a'), answer(cities, ' Turin ')] })
    const data = await read(applicant, id)
    expect(data).toMatchObject({ letter, hasLetter: true })
    expect(data.answers.map((given) => given.answer)).toEqual(['Turin', 'https://example.org/a'])
  })

  test('[LETTER-07] each answer that is missing is named, and nothing is sent', async () => {
    const { applicant, apply, params } = await world([cities, why, page])
    await expect(apply({ letter: 'Hello', answers: [answer(why, 'So'), answer(page, ' ')] })).rejects.toMatchObject({
      status: 422,
      details: [
        { path: 'answers.0', message: `Please answer “${cities.text}”.` },
        { path: 'answers.2', message: `Please answer “${page.text}”.` },
      ],
    })
    expect((await applicant.api.memberships.access({ params })).data.status).toBeNull()
  })

  test.each([
    'http://example.org',
    'javascript:alert(1)',
    'https:example.org',
    'example.org',
    'https://a b',
    'https://',
  ])('[LETTER-07] %s is refused as a link', async (link) => {
    const { apply } = await world([page])
    await expect(apply({ answers: [answer(page, link)] })).rejects.toMatchObject({
      status: 422,
      details: [{ path: 'answers.0' }],
    })
  })

  test('[LETTER-02] a letter of 2,000 characters is kept, a longer one is refused beside its field', async () => {
    const { applicant, apply } = await world()
    await expect(apply({ letter: 'x'.repeat(LETTER_MAX + 1) })).rejects.toMatchObject({
      status: 422,
      details: [{ path: 'letter', message: 'A letter has at most 2,000 characters.' }],
    })
    const id = await apply({ letter: 'ß'.repeat(LETTER_MAX) })
    expect((await read(applicant, id)).letter).toHaveLength(LETTER_MAX)
  })

  test('an answer to a question that is no longer asked is refused, not lost', async () => {
    const { owner, ask, apply } = await world([why])
    await ask(owner, [cities])
    await expect(apply({ answers: [answer(cities, 'Turin'), answer(why, 'Because')] })).rejects.toMatchObject({
      status: 422,
      details: [{ path: 'answers' }],
    })
  })

  test('[LETTER-12] pressed twice, repeated and from two devices at once it is one application', async () => {
    const { owner, apply, params } = await world([cities])
    const body = { letter: 'Once', answers: [answer(cities, 'Turin')] }
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => apply(body)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 })
    await expect(apply(body)).rejects.toMatchObject({ status: 409 })
    expect((await owner.api.memberships.requests({ params, query: { type: 'received' } })).data).toHaveLength(1)
  })
})

describe('changing', () => {
  test('[LETTER-08] the applicant changes the application until it is seen, and afterwards gets 409', async () => {
    const { owner, applicant, apply } = await world([cities])
    const id = await apply({ letter: 'First', answers: [answer(cities, 'Turin')] })
    const params = { id }
    const change = (body: Parameters<typeof applicant.api.requests.update>[0]['body']) =>
      applicant.api.requests.update({ params, body })
    expect((await change({ letter: 'Second' })).data).toMatchObject({
      letter: 'Second',
      answers: [{ answer: 'Turin' }],
    })
    await expect(change({ answers: [] })).rejects.toEqual(refused(422))
    await change({ letter: '', answers: [answer(cities, 'Lyon')] })
    expect(await see(owner, id)).toMatchObject({ letter: null, answers: [{ answer: 'Lyon' }] })
    await expect(change({ letter: 'Third' })).rejects.toMatchObject({ status: 409 })
    expect(await read(applicant, id)).toMatchObject({ letter: null, mayEdit: false })
  })

  test('[LETTER-08] nobody else changes it: owner, admin, member and stranger get 404', async () => {
    const { owner, admin, member, stranger, apply } = await world()
    const params = { id: await apply({ letter: 'Mine' }) }
    for (const { api } of [owner, admin, member, stranger])
      await expect(api.requests.update({ params, body: { letter: 'Yours' } })).rejects.toEqual(refused(404))
  })

  test('[LETTER-08] an application that is answered or withdrawn changes no more', async () => {
    const answered = await world()
    const id = await answered.apply({ letter: 'First' })
    const body = { letter: 'Second' }
    await answered.owner.api.memberships.answer({
      params: { ...answered.params, userId: answered.applicant.id },
      body: { accept: false },
    })
    await expect(answered.applicant.api.requests.update({ params: { id }, body })).rejects.toEqual(refused(409))
    const withdrawn = await world()
    const other = await withdrawn.apply({ letter: 'First' })
    await withdrawn.withdraw()
    await expect(withdrawn.applicant.api.requests.update({ params: { id: other }, body })).rejects.toEqual(refused(409))
  })

  test('[LETTER-08] of two changes at once, one of the letter and one of the answers, both are kept', async () => {
    const { applicant, apply } = await world([cities])
    const params = { id: await apply({ letter: 'Before', answers: [answer(cities, 'Turin')] }) }
    const waiting = sql<{ found: number }>`select count(*)::int as found from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // Both have read the application before either of them writes it.
    const { changes } = await withTx(server.db, async (tx) => {
      await sql`select id from project_requests where id = ${params.id} for update`.execute(tx)
      const begun = [{ letter: 'After' }, { answers: [answer(cities, 'Lyon')] }].map((body) =>
        applicant.api.requests.update({ params, body }),
      )
      await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.found).toBe(2)
      return { changes: Promise.all(begun) }
    })
    await changes
    expect(await read(applicant, params.id)).toMatchObject({ letter: 'After', answers: [{ answer: 'Lyon' }] })
  })

  test('[LETTER-08] of a change and a first look at once, the owner is never shown one text while another is kept', async () => {
    for (let round = 0; round < 12; round++) {
      const { owner, admin, applicant, apply } = await world()
      const id = await apply({ letter: 'Before' })
      const [seen, , changed] = await Promise.allSettled([
        see(owner, id),
        see(admin, id),
        applicant.api.requests.update({ params: { id }, body: { letter: 'After' } }),
      ])
      const kept = (await read(applicant, id)).letter
      expect(kept).toBe(changed.status === 'fulfilled' ? 'After' : 'Before')
      expect(seen).toMatchObject({ status: 'fulfilled', value: { letter: kept } })
      expect((await read(admin, id)).letter).toBe(kept)
    }
  })
})

describe('seen', () => {
  test('[LETTER-09] listing it does not count; opening it does, once, and the applicant sees when', async () => {
    const { owner, admin, applicant, apply, params } = await world()
    const id = await apply({ letter: 'Hello' })
    const [listed] = (await owner.api.memberships.requests({ params, query: { type: 'received' } })).data
    expect(listed).toMatchObject({ id, seenAt: null, hasLetter: true })
    await owner.api.users.request({ params: { id } })
    // Not opened yet: the letter can still change, so nobody is shown it.
    expect(await read(owner, id)).toMatchObject({ seenAt: null, letter: null, hasLetter: true })
    const { seenAt } = await see(admin, id)
    expect(seenAt).toMatch(/Z$/)
    expect((await see(owner, id)).seenAt).toBe(seenAt)
    const [own] = (await applicant.api.users.requests({ query: { type: 'sent' } })).data
    expect(own).toMatchObject({ id, seenAt })
    expect(await read(applicant, id)).toMatchObject({ seenAt, mayEdit: false })
  })

  test('[LETTER-09] members, strangers and the applicant cannot open it: 404', async () => {
    const { member, stranger, applicant, apply } = await world()
    const id = await apply({ letter: 'Hello' })
    for (const person of [member, stranger, applicant]) await expect(see(person, id)).rejects.toEqual(refused(404))
    expect((await read(applicant, id)).seenAt).toBeNull()
  })
})

describe('reading', () => {
  test('[LETTER-20] members, strangers and other applicants get 404', async () => {
    const { owner, member, stranger, params, apply } = await world()
    const id = await apply({ letter: 'Hello' })
    await see(owner, id)
    await stranger.api.projects.apply({ params, body: {} })
    for (const person of [member, stranger, await createPerson(server, { isAdministrator: true })])
      await expect(read(person, id)).rejects.toEqual(refused(404))
  })

  test('an invitation has nothing to read', async () => {
    const { owner, stranger, params } = await world()
    const { data } = await owner.api.memberships.invite({ params: { ...params, userId: stranger.id }, body: {} })
    for (const person of [owner, stranger]) await expect(read(person, data.requestId)).rejects.toEqual(refused(404))
  })

  test.each(['withdrawn', 'closed by the clock', 'of a deleted project'])(
    '[LETTER-29] %s it has left the owners at once, and the applicant still reads it',
    async (how) => {
      const { owner, admin, applicant, apply, withdraw, params } = await world([cities])
      const id = await apply({ letter: 'Hello', answers: [answer(cities, 'Turin')] })
      await see(owner, id)
      const say = { body: 'A question', idempotencyKey: 'a-question-of-ours' }
      await owner.api.requests.comment({ params: { id }, body: say })
      if (how === 'withdrawn') await withdraw()
      if (how === 'of a deleted project') await owner.api.projects.remove({ params })
      if (how === 'closed by the clock') {
        const withdrawn_at = new Date()
        const closed = { withdrawn_at, expired_at: withdrawn_at }
        await server.db.updateTable('project_requests').set(closed).where('id', '=', id).execute()
      }
      for (const person of [owner, admin]) {
        await expect(read(person, id)).rejects.toEqual(refused(404))
        await expect(see(person, id)).rejects.toEqual(refused(404))
        await expect(person.api.requests.comments({ params: { id }, query: {} })).rejects.toEqual(refused(404))
        await expect(
          person.api.requests.comment({ params: { id }, body: { ...say, idempotencyKey: 'and one more' } }),
        ).rejects.toEqual(refused(404))
        if (how !== 'of a deleted project')
          expect((await person.api.memberships.requests({ params, query: { type: 'received' } })).data).toEqual([])
      }
      expect(await read(applicant, id)).toMatchObject({
        letter: 'Hello',
        answers: [{ question: cities.text, answer: 'Turin' }],
        isClosed: true,
        mayEdit: false,
        mayComment: false,
      })
    },
  )

  test('[LETTER-20] whoever is no owner or admin any more reads nothing more', async () => {
    const { owner, admin, apply, params } = await world()
    const id = await apply({ letter: 'Hello' })
    await see(admin, id)
    await owner.api.memberships.setRole({ params: { ...params, userId: admin.id }, body: { role: 'member' } })
    await expect(read(admin, id)).rejects.toEqual(refused(404))
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createPerson } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { runCreatorClock } from './service.ts'

const server = testApp()
const DAY_MS = 24 * 60 * 60_000
const TEXT = 'Chart the wells with 20 volunteers.'

let admin: Awaited<ReturnType<typeof createPerson>>
beforeEach(async () => {
  admin = await createPerson(server, { isAdministrator: true })
  await server.db.deleteFrom('creator_applications').execute()
})

const apply = async (body: { text?: string } = {}) => {
  const person = await createPerson(server)
  const { data } = await person.api.creatorApplications.apply({ body })
  return { ...person, application: data, params: { id: data.id } }
}

describe('the text', () => {
  test('[ENTRY-13] is read by administrators and nobody else, also not by who wrote it', async () => {
    const { id, api, application, params } = await apply({ text: `  ${TEXT}  ` })
    const own = [
      application,
      (await api.creatorApplications.checkStatus({})).application,
      (await api.creatorApplications.get({ params })).data,
      ...(await api.creatorApplications.ofUser({ params: { id } })).data,
    ]
    expect(own.map((one) => one?.text)).toEqual([null, null, null, null])
    const read = [
      (await admin.api.creatorApplications.get({ params })).data,
      ...(await admin.api.creatorApplications.ofUser({ params: { id } })).data,
      ...(await admin.api.creatorApplications.list({ query: {} })).data,
    ]
    expect(read.map(({ text }) => text)).toEqual([TEXT, TEXT, TEXT])
    const events = await server.db.selectFrom('events').selectAll().where('subject_id', '=', id).execute()
    expect(JSON.stringify(events)).not.toContain('wells')
  })

  test('[ENTRY-13] may be left out or empty, and has at most 1,000 characters', async () => {
    expect((await apply()).application.status).toBe(0)
    expect((await apply({ text: ' ' })).application.status).toBe(0)
    expect((await admin.api.creatorApplications.list({ query: {} })).data.map(({ text }) => text)).toEqual([null, null])
    const { api } = await createPerson(server)
    await expect(api.creatorApplications.apply({ body: { text: 'x'.repeat(1_001) } })).rejects.toEqual(refused(422))
    const { data } = await api.creatorApplications.apply({ body: { text: 'x'.repeat(1_000) } })
    expect(data.status).toBe(0)
  })
})

describe('the answer date', () => {
  test('[ENTRY-11] is a week after applying, and gone once there is an answer', async () => {
    const { application, params } = await apply()
    expect(Date.parse(application.answerBy ?? '') - Date.parse(application.createdAt)).toBe(7 * DAY_MS)
    const { data } = await admin.api.creatorApplications.reject({ params, body: {} })
    expect(data.answerBy).toBeNull()
  })

  /** The reminders of an application that were written so far, oldest first. */
  const remindersOf = async (id: string) =>
    (
      await server.db
        .selectFrom('events')
        .select('data')
        .where('kind', '=', 'creatorApplication.reminded')
        .orderBy('id')
        .execute()
    ).flatMap(({ data }) => {
      const { creatorApplicationID, reminder } = data as { creatorApplicationID: string; reminder: string }
      return creatorApplicationID === id ? [reminder] : []
    })
  /** Two processes look at once, and again. */
  const look = async () => {
    await Promise.all([runCreatorClock(server), runCreatorClock(server)])
    await runCreatorClock(server)
  }

  test('[ENTRY-11] [ENTRY-22] reminds at half, a day before and at its end, each once, and decides nothing', async () => {
    const { application } = await apply()
    const seen: string[][] = []
    for (const days of [3.4, 0.2, 2.3, 0.2, 0.8, 0.2, 30]) {
      server.clock.advance(days * 24 * 60 * 60)
      await look()
      seen.push(await remindersOf(application.id))
    }
    const [half, two, all] = [['half'], ['half', 'lastDay'], ['half', 'lastDay', 'over']]
    expect(seen).toEqual([[], half, half, two, two, all, all])
    const row = server.db.selectFrom('creator_applications').select('status').where('id', '=', application.id)
    expect(await row.executeTakeFirst()).toEqual({ status: 0 })
  })

  test('[ENTRY-11] after a standstill one reminder is left, and none of an application that has its answer', async () => {
    const [late, answered] = [await apply(), await apply()]
    await admin.api.creatorApplications.reject({ params: answered.params, body: {} })
    server.clock.advance(9 * 24 * 60 * 60)
    await look()
    expect(await remindersOf(late.application.id)).toEqual(['over'])
    expect(await remindersOf(answered.application.id)).toEqual([])
  })

  test('an application of the release before, without a date, waits without reminders', async () => {
    const { application } = await apply()
    await server.db.updateTable('creator_applications').set({ answer_by: null }).execute()
    server.clock.advance(90 * 24 * 60 * 60)
    await look()
    expect(await remindersOf(application.id)).toEqual([])
  })
})

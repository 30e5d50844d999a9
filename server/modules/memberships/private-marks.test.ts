import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { applications, type Someone } from '#support/applications.ts'
import { failureOf } from '#support/expect-failure.ts'
import { followStream } from '#support/follow-stream.ts'
import { mailsNow } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { unzip } from '#support/unzip.ts'
import { openSession } from '../auth/sessions.ts'

const server = testApp()
const { world } = applications(() => server)

const label = (by: Someone, id: string, to: 'shortlist' | 'maybe' | 'no' | 'none') =>
  by.api.requests.setLabel({ params: { id }, body: { label: to } })
const save = (by: Someone, id: string, text: string, version?: number) =>
  by.api.requests.saveNotes({ params: { id }, body: { text, ...(version !== undefined && { version }) } })
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status
const read = async (by: Someone, id: string) => (await by.api.requests.notes({ params: { id } })).data

describe('labels and notes', () => {
  test('[LETTER-18] owner and admin set a label, change it and take it off', async () => {
    const { owner, admin, apply, received } = await world()
    const id = await apply()
    expect((await received())[0]).toMatchObject({ label: 'none', hasNotes: false })
    for (const [by, to] of [
      [owner, 'shortlist'],
      [admin, 'maybe'],
      [owner, 'no'],
      [admin, 'none'],
    ] as const) {
      expect((await label(by, id, to)).data.label).toBe(to)
      expect((await received(admin))[0]?.label).toBe(to)
    }
    expect((await failureOf(label(owner, id, 'perhaps' as 'no'))).status).toBe(422)
  })

  test('[LETTER-18] notes are read and replaced; whoever has not read the newest replaces nothing', async () => {
    const { owner, admin, apply, received } = await world()
    const id = await apply()
    expect(await read(owner, id)).toEqual({ text: '', version: 0, by: null, at: null })
    expect((await save(owner, id, 'Ask about the charts.', 0)).data).toMatchObject({ version: 1, by: { id: owner.id } })
    expect((await save(admin, id, 'Asked.', 1)).data).toMatchObject({ text: 'Asked.', version: 2 })
    expect(await failureOf(save(owner, id, 'Mine.', 1))).toMatchObject({
      status: 409,
      newer: { text: 'Asked.', version: 2, by: { id: admin.id } },
    })
    expect((await received())[0]?.hasNotes).toBe(true)
    expect((await save(owner, id, '')).data.text).toBe('')
    expect((await received())[0]?.hasNotes).toBe(false)
    expect((await failureOf(save(owner, id, 'x'.repeat(5001)))).status).toBe(422)
    await label(owner, id, 'maybe')
    expect((await read(admin, id)).version).toBe(3)
  })

  test('[LETTER-18] of two who write at once on the same version one does', async () => {
    const { owner, admin, apply } = await world()
    const id = await apply()
    for (let round = 0; round < 6; round++) {
      const results = await Promise.allSettled([
        save(owner, id, `Owner ${round}`, round),
        save(admin, id, 'Admin', round),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await read(owner, id)).version).toBe(round + 1)
    }
  })

  test('[LETTER-18] members, the applicant, strangers and managers of other projects get 404', async () => {
    const { owner, member, person, stranger, apply } = await world()
    const id = await apply()
    const elsewhere = await world()
    await save(owner, id, 'Ours.')
    for (const by of [member, person, stranger, elsewhere.owner]) {
      const calls = [label(by, id, 'no'), save(by, id, 'Theirs.'), read(by, id)]
      expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404])
    }
    expect((await failureOf(read(owner, randomUUID()))).status).toBe(404)
    expect((await read(owner, id)).text).toBe('Ours.')
  })

  test('[LETTER-18] [LETTER-19] who has become an admin reads neither label nor notes about themselves', async () => {
    const { owner, admin, person, params, apply, answer, received } = await world()
    const id = await apply()
    await Promise.all([label(owner, id, 'no'), save(owner, id, 'Weak, but cheap.')])
    await answer(owner, { accept: true })
    const role = { params: { ...params, userId: person.id }, body: { role: 'admin' as const } }
    await owner.api.memberships.setRole(role)
    const calls = [label(person, id, 'maybe'), save(person, id, 'Mine.'), read(person, id)]
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404])
    expect((await received(person))[0]).toMatchObject({ id, label: 'none', hasNotes: false })
    expect((await received(admin))[0]).toMatchObject({ id, label: 'no', hasNotes: true })
  })

  test('[LETTER-18] a withdrawn application and an invitation have none', async () => {
    const { owner, person, stranger, params, apply, answer } = await world()
    const id = await apply()
    await save(owner, id, 'Ours.')
    await answer(person, { accept: false })
    const invited = { params: { ...params, userId: stranger.id }, body: { role: 'member' as const } }
    const { requestId } = (await owner.api.memberships.invite(invited)).data
    for (const of of [id, requestId]) {
      const calls = [label(owner, of, 'no'), save(owner, of, 'More.'), read(owner, of)]
      expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404])
    }
  })

  test('[LETTER-19] they go with the project', async () => {
    const { owner, params, apply } = await world()
    const id = await apply()
    await save(owner, id, 'Ours.')
    await label(owner, id, 'no')
    const kept = () => server.db.selectFrom('private_marks').select('request_id').where('request_id', '=', id).execute()
    expect(await kept()).toHaveLength(1)
    await owner.api.projects.remove({ params })
    expect(await kept()).toEqual([])
  })
})

describe('what nobody else may find', () => {
  const NOTES = 'canary-in-the-private-notes'
  const queries = ['', '?type=sent', '?type=received', '?view=forYou', '?view=done', '?view=following', `?q=${NOTES}`]

  /** Everything that a person is answered to every GET of the contract, whatever its parameters may be. */
  const everything = async (token: string, values: readonly string[]): Promise<string> => {
    const said: string[] = []
    for (const { endpoint } of operations) {
      if (endpoint.method !== 'GET' || endpoint.transfer === 'stream') continue
      const names = endpoint.path.match(/:\w+/g) ?? []
      let paths = [endpoint.path]
      for (const name of names) paths = paths.flatMap((path) => values.map((value) => path.replace(name, value)))
      const known = Object.keys(endpoint.query?.shape ?? {})
      const fitting = queries.filter((query) => query === '' || known.includes(query.slice(1).split('=')[0] ?? ''))
      for (const path of paths)
        for (const query of fitting) {
          const headers = { authorization: `Bearer ${token}` }
          const answer = await server.app.inject({ method: 'GET', url: `/api${path}${query}`, headers })
          if (answer.statusCode < 300) said.push(`${endpoint.path} ${answer.body}`)
        }
    }
    return said.join('\n')
  }

  test('[LETTER-19] a canary in notes and label is found in no answer, list, event, frame, notice, mail, export or search', async () => {
    const { owner, admin, member, person, stranger, id, apply, answer } = await world()
    const requestID = await apply()
    const tokenOf = async ({ id: userID }: Someone) => (await openSession(server.deps, server.db, userID)).accessToken
    const others = [person, member, stranger]
    const tokens = await Promise.all(others.map(tokenOf))
    const streams = await Promise.all(tokens.map((token) => followStream(server, token)))
    await label(owner, requestID, 'shortlist')
    await save(owner, requestID, NOTES)
    // Whatever tells anybody of the application comes after the marks.
    await answer(owner, { accept: false, reason: 'other', text: 'A text for the applicant.' })
    await admin.api.requests.reopen({ params: { id: requestID }, body: {} })
    await save(admin, requestID, `${NOTES} again`)
    await label(admin, requestID, 'maybe')
    const values = [id, requestID, person.id, person.username, NOTES]
    const hasMark = /canary-in-the|"label":"(?:shortlist|maybe)"|"hasNotes":true|private_marks/
    const look = async (among = tokens) => {
      for (const token of among) {
        const all = await everything(token, values)
        expect(all).toContain('/users/requests')
        expect(all).not.toMatch(hasMark)
      }
    }
    await look()
    await answer(owner, { accept: true })
    // The applicant is a member now, who may read more than before.
    await look(tokens.slice(0, 1))
    // What people may take with them of their own data has none of it either.
    const ownApi = server.client(await tokenOf(person))
    const { id: exportID } = (await ownApi.ownData.askExport({ body: {} })).data
    await server.deps.background.idle()
    const headers = { authorization: `Bearer ${await tokenOf(person)}` }
    const zip = await fetch(`${server.origin}/api/users/export/${exportID}/file`, { headers })
    const taken = [...unzip(Buffer.from(await zip.arrayBuffer())).values()].join('\n')
    expect(taken).toContain(requestID)
    expect(taken).not.toMatch(/canary-in-the|shortlist|maybe/)
    const events = await server.db.selectFrom('events').selectAll().execute()
    expect(JSON.stringify(events)).not.toMatch(/canary-in-the|shortlist|maybe/)
    const notices = await server.db.selectFrom('notifications').selectAll().execute()
    expect(JSON.stringify(notices)).not.toMatch(/canary-in-the|shortlist/)
    // The applicant and the member hear of the approval, the stranger of nothing.
    for (const stream of streams.slice(0, 2)) await vi.waitFor(() => expect(stream.kinds()).toContain('member.joined'))
    for (const stream of streams) {
      expect(JSON.stringify(stream.frames)).not.toMatch(/canary-in-the|shortlist|maybe/)
      await stream.close()
    }
    for (const { email } of others) {
      const mails = [...(await server.mails(email)), ...(await mailsNow(server, email))]
      expect(JSON.stringify(mails)).not.toMatch(/canary-in-the|shortlist/)
    }
    expect((await server.mails(person.email)).length).toBeGreaterThan(0)
    // The same look finds both where they may be read, so that it would find them elsewhere.
    const forOwner = await everything(await tokenOf(owner), values)
    expect(forOwner).toContain(`${NOTES} again`)
    expect(forOwner).toContain('"label":"maybe"')
  })
})

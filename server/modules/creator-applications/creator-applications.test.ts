import { beforeAll, describe, expect, test } from 'vitest'
import { createPerson, unique, type UserOptions } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const person = (options?: UserOptions) => createPerson(server, options)
const administrator = () => person({ isAdministrator: true })
const applicant = async () => {
  const someone = await person()
  const { data: application } = await someone.api.creatorApplications.apply({ body: {} })
  return { ...someone, application, params: { id: application.id } }
}

describe('applying', () => {
  test('[WIRE2-52] applying with an empty object makes an application with status 0', async () => {
    const { id, api } = await person()
    const { data } = await api.creatorApplications.apply({ body: {} })
    expect(data).toMatchObject({ userID: id, status: 0, reason: null })
    await expect(
      // @ts-expect-error: the contract takes an empty object only
      api.creatorApplications.apply({ body: { status: 1 } }),
    ).rejects.toEqual(refused(422))
  })

  test('[WIRE2-51] the status check tells whether the viewer has applied, with the newest application', async () => {
    const { api } = await person()
    expect(await api.creatorApplications.checkStatus({})).toEqual({
      hasApplied: false,
      application: null,
      isForEveryone: false,
    })
    const { data } = await api.creatorApplications.apply({ body: {} })
    expect(await api.creatorApplications.checkStatus({})).toEqual({
      hasApplied: true,
      application: data,
      isForEveryone: false,
    })
  })

  test('[CAPP-11] a second application is refused while one is pending or approved', async () => {
    const { api, params } = await applicant()
    const again = refused(409, 'You have already submitted an application')
    await expect(api.creatorApplications.apply({ body: {} })).rejects.toEqual(again)
    await (await administrator()).api.creatorApplications.approve({ params, body: {} })
    await expect(api.creatorApplications.apply({ body: {} })).rejects.toEqual(again)
  })

  test('[CAPP-11] ten applications sent at once by one person make one application', async () => {
    const { id, api } = await person()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => api.creatorApplications.apply({ body: {} })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await api.creatorApplications.ofUser({ params: { id } })).data).toHaveLength(1)
  })

  test('[CAPP-13] a rejected person may apply again, and the new application counts', async () => {
    const { id, api, params, application } = await applicant()
    const admin = await administrator()
    await admin.api.creatorApplications.reject({ params, body: { reason: 'Tell us more.' } })
    server.clock.advance(60)
    const { data: second } = await api.creatorApplications.apply({ body: {} })
    expect(second.id).not.toBe(application.id)
    expect((await api.creatorApplications.checkStatus({})).application).toMatchObject({ id: second.id, status: 0 })
    const { data } = await api.creatorApplications.ofUser({ params: { id } })
    expect(data.map(({ status }) => status)).toEqual([0, 2])
    // An administrator sees in the list that there was one before.
    expect(data.map(({ earlier }) => earlier)).toEqual([1, 0])
    const listed = await admin.api.creatorApplications.list({ query: {} })
    expect(listed.data.find((one) => one.id === second.id)?.earlier).toBe(1)
    expect(listed.data.find((one) => one.id === application.id)?.earlier).toBe(0)
  })
})

describe('deciding', () => {
  test('[WIRE2-57] [CAPP-16] [SESS-41] approving sets status 1 and makes the applicant a creator, who may create projects', async () => {
    const { api, params } = await applicant()
    const project = { title: 'A first project', description: 'Made by a new creator.' }
    await expect(api.projects.create({ body: project })).rejects.toEqual(refused(403))
    const { data } = await (await administrator()).api.creatorApplications.approve({ params, body: {} })
    expect(data.status).toBe(1)
    expect((await api.users.details({})).data.type).toBe('creator')
    expect((await api.projects.create({ body: project })).data.title).toBe(project.title)
  })

  test('[WIRE2-58] rejecting sets status 2, keeps the reason given and leaves the account as it was', async () => {
    const { api, params } = await applicant()
    const admin = await administrator()
    const { data } = await admin.api.creatorApplications.reject({ params, body: { reason: 'Too little to go by.' } })
    expect(data).toMatchObject({ status: 2, reason: 'Too little to go by.' })
    expect((await api.users.details({})).data.type).toBe('contributor')
    const without = await applicant()
    expect((await admin.api.creatorApplications.reject({ params: without.params, body: {} })).data).toMatchObject({
      status: 2,
      reason: null,
    })
  })

  test('[WIRE2-55] a PATCH decides a pending application or records another reason', async () => {
    const { params, api } = await applicant()
    const admin = await administrator()
    const { data: rejected } = await admin.api.creatorApplications.update({
      params,
      body: { status: 2, reason: 'One.' },
    })
    expect(rejected).toMatchObject({ status: 2, reason: 'One.' })
    const { data: noted } = await admin.api.creatorApplications.update({ params, body: { reason: 'Two.' } })
    expect(noted).toMatchObject({ status: 2, reason: 'Two.' })
    const other = await applicant()
    await admin.api.creatorApplications.reject({ params: other.params, body: { reason: 'Another.' } })
    await admin.api.creatorApplications.update({ params, body: { reason: 'Three.' } })
    expect((await other.api.creatorApplications.checkStatus({})).application?.reason).toBe('Another.')
    await expect(admin.api.creatorApplications.update({ params, body: { status: 1 } })).rejects.toEqual(refused(409))
    expect((await api.users.details({})).data.type).toBe('contributor')
  })

  test('[WIRE2-57] when administrators approve and reject at once, one of them wins, and the account fits the outcome', async () => {
    for (let round = 0; round < 5; round++) {
      const { api, params } = await applicant()
      const admins = await Promise.all([administrator(), administrator(), administrator()])
      const [one, two, three] = admins.map((admin) => admin.api.creatorApplications)
      const results = await Promise.allSettled([
        one?.approve({ params, body: {} }),
        two?.reject({ params, body: {} }),
        three?.update({ params, body: { status: 2 } }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
      const { application } = await api.creatorApplications.checkStatus({})
      const { data } = await api.users.details({})
      expect(data.type).toBe(application?.status === 1 ? 'creator' : 'contributor')
    }
  })

  test('[PERM-38] approving, rejecting and changing answer 403 to a person who is not an administrator, and decide nothing', async () => {
    const { api, params } = await applicant()
    const calls = api.creatorApplications
    await expect(calls.approve({ params, body: {} })).rejects.toEqual(refused(403))
    await expect(calls.reject({ params, body: {} })).rejects.toEqual(refused(403))
    await expect(calls.update({ params, body: { status: 1 } })).rejects.toEqual(refused(403))
    expect((await calls.get({ params })).data.status).toBe(0)
  })

  test('[WIRE2-57] an unknown application answers 404 to an administrator', async () => {
    const { api, id } = await administrator()
    await expect(api.creatorApplications.approve({ params: { id }, body: {} })).rejects.toEqual(refused(404))
  })
})

describe('reading', () => {
  test('[WIRE2-53] one application carries id, userID, status, times and its user, for applicant and administrators', async () => {
    const { id, username, email, api, params, application } = await applicant()
    const { data } = await api.creatorApplications.get({ params })
    expect(data).toMatchObject({ id: application.id, userID: id, status: 0, user: { username, email, tier: 'basic' } })
    expect(data.createdAt).toBe(application.createdAt)
    expect((await (await administrator()).api.creatorApplications.get({ params })).data).toEqual(data)
    await expect((await person()).api.creatorApplications.get({ params })).rejects.toEqual(refused(404))
  })

  test('[WIRE2-54] a person’s applications are listed for them and administrators', async () => {
    const { id, api, application } = await applicant()
    const params = { id }
    expect((await api.creatorApplications.ofUser({ params })).data).toEqual([application])
    expect((await (await administrator()).api.creatorApplications.ofUser({ params })).data).toEqual([application])
    await expect((await person()).api.creatorApplications.ofUser({ params })).rejects.toEqual(refused(404))
  })

  test('[WIRE2-56] all applications are listed newest first, by page, status and person', async () => {
    const { api } = await administrator()
    // Two earlier applications, one of them approved.
    await applicant()
    await api.creatorApplications.approve({ params: (await applicant()).params, body: {} })
    const username = unique('Zoe_')
    const name = `${unique('Zoë')} Ångström`
    const someone = await person({ username, name, email: `${username}@someplace.example.org` })
    server.clock.advance(60)
    await someone.api.creatorApplications.apply({ body: {} })
    const all = await api.creatorApplications.list({ query: { limit: 2 } })
    expect(all.data[0]?.user.username).toBe(username)
    expect(all.data).toHaveLength(2)
    expect(all.pagination.total).toBeGreaterThan(2)
    const next = await api.creatorApplications.list({ query: { limit: 2, page: 2 } })
    expect(next.data.map(({ id }) => id)).not.toContain(all.data[1]?.id)
    for (const q of [username.toUpperCase(), `${username}@SOMEPLACE`, name, name.toUpperCase()])
      expect((await api.creatorApplications.list({ query: { q } })).data.map(({ userID }) => userID)).toEqual([
        someone.id,
      ])
    expect((await api.creatorApplications.list({ query: { q: '%' } })).data).toEqual([])
    const approved = await api.creatorApplications.list({ query: { status: 1, limit: 100 } })
    expect(new Set(approved.data.map(({ status }) => status))).toEqual(new Set([1]))
    await expect(api.creatorApplications.list({ query: { limit: 101 } })).rejects.toEqual(refused(422))
  })

  describe('sorting the list', () => {
    const word = unique('order')
    const applicantIDs = new Map<string, string>()
    beforeAll(async () => {
      const people = [
        { letter: 'b', name: 'Mina Sato', reputation: 600, status: 0 },
        { letter: 'd', name: '', reputation: 0, status: 2 },
        { letter: 'A', name: 'mina Sato', reputation: 600, status: 1 },
        { letter: 'c', name: 'Ada King', reputation: 0, status: 0 },
      ]
      for (const [at, { letter, name, reputation, status }] of people.entries()) {
        const { id } = await person({ username: `${letter}${word}`, name, reputation })
        applicantIDs.set(id, letter)
        const created_at = new Date(Date.UTC(2026, 0, at < 2 ? 1 : 2))
        const application = { id: `01890000-0000-7000-8000-00000000000${at}`, user_id: id, status, created_at }
        await server.db.insertInto('creator_applications').values(application).execute()
      }
    })

    test.each([
      ['createdAt', 'b d A c'],
      // A person without a name is sorted by username; of equal names the earlier account comes first.
      ['name', 'c d b A'],
      ['username', 'A b c d'],
      ['email', 'A b c d'],
      ['tier', 'd c b A'],
      ['status', 'b c A d'],
    ])(
      '[WIRE2-56] the list sorted by %s is exactly reversed in the other direction, and pages neither repeat nor lose an application',
      async (sort, order) => {
        const { api } = await administrator()
        const all = async (direction: string) => {
          const found: string[] = []
          for (const page of [1, 2]) {
            const query = { q: word, limit: 2, page, sort, direction } as never
            const { data } = await api.creatorApplications.list({ query })
            found.push(...data.map(({ userID }) => applicantIDs.get(userID) ?? ''))
          }
          return found.join(' ')
        }
        expect(await all('asc')).toBe(order)
        expect(await all('desc')).toBe(order.split(' ').reverse().join(' '))
      },
    )

    test('[WIRE2-56] no other column or direction is accepted', async () => {
      const { api } = await administrator()
      for (const query of [{ sort: 'password_hash' }, { sort: 'name', direction: 'up' }])
        await expect(api.creatorApplications.list({ query: query as never })).rejects.toEqual(refused(422))
    })
  })

  test('[PERM-37] the list of all applications answers 403 to a person who is not an administrator', async () => {
    await expect((await person()).api.creatorApplications.list({ query: {} })).rejects.toEqual(refused(403))
  })
})

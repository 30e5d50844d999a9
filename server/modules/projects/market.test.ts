import { beforeAll, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { Api } from '#shared/api-client/index.ts'
import type { SkillLevel } from '#shared/contract/index.ts'

const app = testApp()
let api: Api
let ownerID: string
let ownerName: string
let viewerID: string
// These values have a type, unlike the matchers themselves.
const aVersion7ID: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)
const aUtcTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

beforeAll(async () => {
  const viewer = await createUser(app)
  viewerID = viewer.user.id
  api = app.client(viewer.accessToken)
  ;({ id: ownerID, username: ownerName } = (await createUser(app)).user)
})

/**
 * The titles found, in order. Each test searches for a word of its own, so that it does not see the projects of other
 * tests.
 */
const titles = async (q: string, skillLevel?: SkillLevel): Promise<string[]> =>
  (await api.projects.openProjects({ query: { q, skillLevel, limit: 100 } })).data.map(({ title }) => title)

describe('what the market lists', () => {
  test('[MKT-11] it lists only status 1 and 2, and nothing archived', async () => {
    for (const status of [0, 1, 2, 3, 4]) await createProject(app, ownerID, { title: `qstatus ${status}`, status })
    await createProject(app, ownerID, { title: 'qstatus archived', isArchived: true })
    expect((await titles('qstatus')).sort()).toEqual(['qstatus 1', 'qstatus 2'])
  })

  test('[MKT-05] beginner finds basic, intermediate bronze and silver, advanced gold', async () => {
    for (const tier of ['basic', 'bronze', 'silver', 'gold'] as const)
      await createProject(app, ownerID, { title: `qtier ${tier}`, tier })
    expect(await titles('qtier', 'beginner')).toEqual(['qtier basic'])
    expect((await titles('qtier', 'intermediate')).sort()).toEqual(['qtier bronze', 'qtier silver'])
    expect(await titles('qtier', 'advanced')).toEqual(['qtier gold'])
  })

  test('[MKT-13] it lists the newest first, also in a search', async () => {
    for (const minutes of [30, 10, 20]) {
      const createdAt = minutesAgo(minutes)
      await createProject(app, ownerID, { title: `qdate ${minutes}`, description: 'qdate '.repeat(minutes), createdAt })
    }
    expect(await titles('qdate')).toEqual(['qdate 10', 'qdate 20', 'qdate 30'])
    const all = (await api.projects.openProjects({ query: { limit: 100 } })).data.map(({ createdAt }) => createdAt)
    expect(all.length).toBeGreaterThan(2)
    expect(all).toEqual([...all].sort().reverse())
  })

  test('a search sorts by where its words are: first in the title, then in the skills, then in the description', async () => {
    const where = { title: 'Tidy', skills: 'Go', description: 'Words' }
    const project = (minutes: number, extra: Partial<typeof where>) =>
      createProject(app, ownerID, { ...where, createdAt: minutesAgo(minutes), ...extra })
    await project(1, { description: 'Needs qrank and qother' })
    await project(2, { title: 'Skilled', skills: 'Go, Qrank', description: 'qother' })
    await project(3, { title: 'About qrank', description: 'qother' })
    await project(4, { title: 'QRÄNK first', description: 'qother' })
    await project(5, { title: 'Both qother and qrank' })
    const found = await titles('qrank')
    expect(found).toEqual(['About qrank', 'QRÄNK first', 'Both qother and qrank', 'Skilled', 'Tidy'])
    expect((await titles('qother qrank'))[0]).toBe('Both qother and qrank')
    const pages = [1, 2, 3].map(async (page) => {
      const { data } = await api.projects.openProjects({ query: { q: 'qrank', page, limit: 2 } })
      return data.map(({ title }) => title)
    })
    expect((await Promise.all(pages)).flat()).toEqual(found)
  })

  test('[MKT-14] isApproved is true for owner and members, false for applicants, invited people and others', async () => {
    const project = await createProject(app, ownerID, { title: 'qapproved' })
    const seen = async () => (await api.projects.openProjects({ query: { q: 'qapproved' } })).data[0]
    expect(await seen()).toMatchObject({ isApproved: false, role: null })
    await api.projects.apply({ params: { id: project.id }, body: {} })
    expect(await seen()).toMatchObject({ isApproved: false, role: null })
    await createMembership(app, project.id, viewerID, 'admin')
    expect(await seen()).toMatchObject({ isApproved: true, role: 'admin' })
    await createProject(app, viewerID, { title: 'qapproved own' })
    expect(await seen()).toMatchObject({ title: 'qapproved own', isApproved: true, role: 'owner' })
  })

  test('[MKT-11] a listed project names its creator and their username, with and without a search', async () => {
    const { user } = await createUser(app, { name: 'Ada Lovelace' })
    const { id } = await createProject(app, user.id, { title: 'qmaker' })
    for (const query of [{ q: 'qmaker' }, { limit: 100 }]) {
      const { data } = await api.projects.openProjects({ query })
      expect(data.find((one) => one.id === id)?.createdBy).toEqual({ username: user.username, name: 'Ada Lovelace' })
    }
  })

  test('[WIRE-13][WIRE-14][WIRE-07][WIRE-06] a listed project has exactly the fields of lists', async () => {
    await createProject(app, ownerID, { title: 'qfields', skills: 'React, Node.js', tier: 'gold' })
    const response = await fetch(`${app.origin}/api/users/open-projects?q=qfields`, {
      headers: { authorization: `Bearer ${(await createUser(app)).accessToken}` },
    })
    const { data } = (await response.json()) as { data: Array<Record<string, unknown>> }
    expect(data).toEqual([
      {
        id: aVersion7ID,
        title: 'qfields',
        description: 'Work worth doing.',
        skills: 'React, Node.js',
        tier: 'gold',
        status: 1,
        createdAt: aUtcTime,
        updatedAt: aUtcTime,
        archivedAt: null,
        deletedAt: null,
        organizationID: null,
        organizationName: null,
        createdBy: { username: ownerName, name: '' },
        role: null,
        isApproved: false,
        answersWithinDays: 14,
        applicationsPaused: false,
        answers: null,
        offer: {
          budget: null,
          currency: 'USD',
          weeklyHours: 0,
          deadline: null,
          teamSize: 1,
          applicants: 0,
          asked: null,
          openTasks: null,
        },
        payerRecord: {
          ...{ count: 0, paid: 0, medianDays: null, withinPromise: null, confirmed: null, reviewDays: null },
          ...{ reviewsByClock: 0, rulingsAgainst: 0, late: null },
        },
      },
    ])
  })
})

describe('pages', () => {
  test('[WIRE-47][WIRE-48] pages count from 1, hold 10 by default, never overlap, and tell the total', async () => {
    for (let n = 0; n < 23; n++)
      await createProject(app, ownerID, { title: `qpage ${n}`, createdAt: minutesAgo(1000 + Math.floor(n / 2)) })
    const page = async (query: { page?: number; limit?: number }) =>
      api.projects.openProjects({ query: { q: 'qpage', ...query } })
    const pages = [await page({}), await page({ page: 2 }), await page({ page: 3 })]
    expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 3])
    expect(pages[0]?.pagination).toEqual({ page: 1, limit: 10, total: 23, totalPages: 3 })
    expect(pages[2]?.pagination).toEqual({ page: 3, limit: 10, total: 23, totalPages: 3 })
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(23)
    expect((await page({ page: 4 })).pagination.total).toBe(23)
    expect((await page({ page: 4 })).data).toEqual([])
    expect((await page({ limit: 100 })).data).toHaveLength(23)
  })

  test.each([{ limit: 101 }, { limit: 0 }, { page: 0 }, { page: 1.5 }])(
    '[WIRE-47][BUILD-07] %o is refused with 422',
    async (query) => {
      await expect(api.projects.openProjects({ query })).rejects.toMatchObject({ status: 422, code: 'INVALID_INPUT' })
    },
  )
})

describe('search', () => {
  test('[MKT-15] q matches title, skills and description, and every word of q must be there', async () => {
    await createProject(app, ownerID, { title: 'Zephyrtitle', skills: 'Rust', description: 'About boats.' })
    await createProject(app, ownerID, { title: 'Second', skills: 'Zephyrskill', description: 'About maps.' })
    await createProject(app, ownerID, { title: 'Third', skills: 'Go', description: 'A zephyrtext about boats.' })
    expect(await titles('zephyrtitle')).toEqual(['Zephyrtitle'])
    expect(await titles('ZEPHYRSKILL')).toEqual(['Second'])
    expect(await titles('zephyrtext')).toEqual(['Third'])
    expect((await titles('zephyr boats')).sort()).toEqual(['Third', 'Zephyrtitle'])
    expect(await titles('boats, zephyrtext')).toEqual(['Third'])
  })

  test.each([
    ['Raect', 'swapped'],
    ['Recat', 'swapped'],
    ['Raeact', 'one too many'],
    ['Rect', 'one missing'],
    ['Reakt', 'one wrong'],
  ])('[MKT-16] %s (%s) finds React', async (typed) => {
    const project = await createProject(app, ownerID, { title: `Front end ${typed.length}`, skills: 'React, CSS' })
    expect(await titles(typed)).toContain(project.title)
  })

  test('[MKT-16] two letters swapped around a third one are one mistake: bycicle finds bicycle', async () => {
    await createProject(app, ownerID, { title: 'Bicycle parking map', skills: 'Cartography' })
    expect(await titles('bycicle')).toEqual(['Bicycle parking map'])
    expect(await titles('bycicle parking')).toEqual(['Bicycle parking map'])
  })

  test('[MKT-16] long words may have two mistakes, each word of q may have some, and guesses never mix with exact hits', async () => {
    await createProject(app, ownerID, { title: 'Wheelchairs', skills: 'Accessibility, Carpentry' })
    await createProject(app, ownerID, { title: 'Ramps', skills: 'Acessibility' })
    expect(await titles('Accesibilitty')).toEqual(['Wheelchairs'])
    expect(await titles('Accesibilitty carpentri')).toEqual(['Wheelchairs'])
    expect(await titles('Acessibility')).toEqual(['Ramps'])
    expect(await titles('Qqqqwwwweeee')).toEqual([])
  })

  test('[MKT-15] words are found by their beginnings, without diacritics and without a full stop', async () => {
    await createProject(app, ownerID, { title: 'Dvořák für Anfänger', skills: 'Vuexy.js' })
    expect(await titles('dvor')).toEqual(['Dvořák für Anfänger'])
    expect(await titles('anfanger')).toEqual(['Dvořák für Anfänger'])
    expect(await titles('DVOŘÁK')).toEqual(['Dvořák für Anfänger'])
    expect(await titles('vuexyjs')).toEqual(['Dvořák für Anfänger'])
  })

  test.each([
    ['Перевод сказок', 'перевод', 'перевд'],
    ['Ανάλυση δεδομένων', 'αναλυση', 'ανλυση'],
    ['社区菜园手机应用', '菜园', undefined],
    ['مشروع الحديقة', 'الحديقة', 'الحديفة'],
    ['커뮤니티 정원 지도', '커뮤니', undefined],
    ['कहानी अनुवाद', 'अनुवाद', undefined],
  ])('[MKT-15][MKT-16] every script can be searched: %s', async (title, part, misspelt) => {
    await createProject(app, ownerID, { title, skills: '' })
    expect(await titles(part)).toEqual([title])
    if (misspelt) expect(await titles(misspelt)).toEqual([title])
  })

  test.each(['%', '_', '\\', '%%', '_%', "';--", '%_\\'])('[MKT-15] %s in q is taken literally', async (typed) => {
    expect(await titles(typed)).toEqual([])
    const title = `Sign ${typed} here`
    const { id } = await createProject(app, ownerID, { title })
    expect(await titles(typed)).toEqual([title])
    await app.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  })

  test.each(['c++', 'C#', 'xz', 'x', '菜', '菜园', 'яб', '№ 5'])(
    '[MKT-15] the short search %s finds its project',
    async (typed) => {
      const { id } = await createProject(app, ownerID, { title: `About (${typed}) and 社区菜园яб`, skills: '' })
      const found = (await api.projects.openProjects({ query: { q: typed, limit: 100 } })).data.map((p) => p.id)
      expect(found).toContain(id)
      await app.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    },
  )

  test('[MKT-15] a q that holds nothing to compare finds no project; a blank q is no search', async () => {
    await createProject(app, ownerID, { title: 'qblank' })
    expect(await titles('\u0301')).toEqual([])
    const all = await titles('')
    expect(all).toContain('qblank')
    expect(await titles('   ')).toEqual(all)
  })
})

describe('deleting', () => {
  test('[MKT-12] a deleted project keeps its row and disappears from every list and call at once', async () => {
    const project = await createProject(app, viewerID, { title: 'qdeleted', skills: 'Qdelskill' })
    const like = await createProject(app, ownerID, { title: 'qlike', skills: 'Qdelskill' })
    const invited = (await createUser(app)).user.id
    const similar = async () => (await api.projects.similar({ params: { id: like.id } })).data.map(({ id }) => id)
    const own = async () => (await api.users.projects({})).data.map(({ id }) => id)
    const profile = async () => (await api.users.profile({})).data.projects.map(({ id }) => id)
    expect([await titles('qdeleted'), await similar()]).toEqual([['qdeleted'], [project.id]])
    expect([(await own()).includes(project.id), (await profile()).includes(project.id)]).toEqual([true, true])

    const deleted = app.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', project.id)
    expect((await deleted.executeTakeFirst()).numUpdatedRows).toBe(1n)
    expect([await titles('qdeleted'), await similar()]).toEqual([[], []])
    expect([(await own()).includes(project.id), (await profile()).includes(project.id)]).toEqual([false, false])
    const params = { id: project.id }
    const calls = [
      () => api.projects.get({ params }),
      () => api.projects.similar({ params }),
      () => api.projects.userDetails({ params }),
      () => api.projects.apply({ params, body: {} }),
      () => api.memberships.access({ params }),
      () => api.memberships.invite({ params: { ...params, userId: invited }, body: {} }),
      () => api.memberships.answer({ params: { ...params, userId: invited }, body: { accept: true } }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await app.db.selectFrom('projects').select('id').where('id', '=', project.id).execute()).toHaveLength(1)
  })
})

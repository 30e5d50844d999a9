import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#shared/api-client/index.ts'
import { budgetIn } from '#shared/rules/reward-money.ts'
import { createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

// How people narrow and sort the market, and what its cards say of each project.

const app = testApp()
let api: Api
let ownerID: string
let viewerID: string
beforeAll(async () => {
  const viewer = await createUser(app)
  viewerID = viewer.user.id
  api = app.client(viewer.accessToken)
  ownerID = (await createUser(app)).user.id
})

type ProjectFacts = {
  budget?: string
  currency?: string
  estimated_deadline?: string
  weekly_hours?: number
  skills?: string
}
let minutes = 0
/** Adds an open project, each older than the one before. */
const add = async (title: string, told: ProjectFacts = {}, owner = ownerID) => {
  const createdAt = new Date(Date.now() - ++minutes * 60_000)
  const { id } = await createProject(app, owner, { title, createdAt })
  await app.db
    .updateTable('projects')
    .set({ updated_at: createdAt, ...told })
    .where('id', '=', id)
    .execute()
  return id
}
type MarketQuery = NonNullable<Parameters<Api['projects']['openProjects']>[0]>['query']
const titles = async (query: MarketQuery) => (await api.projects.openProjects({ query })).data.map(({ title }) => title)
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('what a card says', () => {
  test('the offer has pay, hours, deadline, the size of the team, how many wait for an answer, and the own request', async () => {
    const told = { budget: '$3,000', estimated_deadline: '2031-05-01', weekly_hours: 12 }
    const id = await add('qoffer', told)
    const offerOf = async () => (await api.projects.openProjects({ query: { q: 'qoffer' } })).data[0]?.offer
    const terms = { budget: '$3,000', currency: 'USD', weeklyHours: 12, deadline: '2031-05-01' }
    const first = { ...terms, teamSize: 1, applicants: 0, asked: null, openTasks: null }
    expect(await offerOf()).toEqual(first)
    const [other, member] = [await createUser(app), await createUser(app)]
    await createMembership(app, id, member.user.id)
    await app.client(other.accessToken).projects.apply({ params: { id }, body: {} })
    await api.projects.apply({ params: { id }, body: {} })
    expect(await offerOf()).toEqual({ ...first, teamSize: 2, applicants: 2, asked: 'application' })
    // Withdrawn ones no longer count; an invitation is not an application.
    await app.db
      .updateTable('project_requests')
      .set({ withdrawn_at: new Date() })
      .where('project_id', '=', id)
      .execute()
    expect(await offerOf()).toEqual({ ...first, teamSize: 2 })
    await app.db
      .insertInto('project_requests')
      .values({ id: crypto.randomUUID(), project_id: id, user_id: viewerID, kind: 'invitation', created_by: ownerID })
      .execute()
    expect(await offerOf()).toEqual({ ...first, teamSize: 2, asked: 'invitation' })
  })

  test('[OPEN-13] a project says how many open tasks the viewer may see, and the most that one pays', async () => {
    const owner = await createPerson(app)
    const member = await createPerson(app)
    const id = await add('qopentasks', { budget: '3000' }, owner.id)
    await createMembership(app, id, member.id)
    const offered = async (offer: { amountCents: number; mode: 'claim' | 'assigned'; takers?: 'members' }) => {
      const { data } = await owner.api.tasks.create({ body: { projectID: id, title: 'Task', description: 'Work.' } })
      await owner.api.offers.set({ params: { id: data.id }, body: offer })
    }
    const sumOf = async (reader: Api) => {
      const { data } = await reader.projects.openProjects({ query: { q: 'qopentasks' } })
      const { ofProject } = await reader.openTasks.list({ query: { projectID: id, limit: 1 } })
      expect(ofProject).toEqual(data[0]?.offer?.openTasks)
      return ofProject
    }
    expect(await sumOf(api)).toBeNull()
    await offered({ amountCents: 5_000, mode: 'claim' })
    await offered({ amountCents: 40_000, mode: 'claim' })
    await offered({ amountCents: 50_000, mode: 'claim', takers: 'members' })
    await offered({ amountCents: 60_000, mode: 'assigned' })
    expect(await sumOf(api)).toEqual({ count: 2, amountCents: 40_000, currency: 'USD' })
    expect(await sumOf(member.api)).toEqual({ count: 3, amountCents: 50_000, currency: 'USD' })
  })
})

describe('filters', () => {
  test('skills: a project must name all of them, whatever their letter case, and not only in its text', async () => {
    await add('qskill both', { skills: 'React, Node.js' })
    await add('qskill one', { skills: 'react' })
    await add('qskill talks of React', { skills: 'Writing' })
    for (const q of [undefined, 'qskill'])
      expect((await titles({ q, skills: 'REACT', limit: 100 })).filter((title) => title.startsWith('qskill'))).toEqual([
        'qskill both',
        'qskill one',
      ])
    expect(await titles({ q: 'qskill', skills: 'react, node.js' })).toEqual(['qskill both'])
  })

  test('hours: at most so many, by the own number or else by the tier', async () => {
    await add('qhours own', { weekly_hours: 25 })
    await add('qhours tier')
    expect(await titles({ q: 'qhours', maxHours: 10 })).toEqual(['qhours tier'])
    expect(await titles({ q: 'qhours', maxHours: 30 })).toEqual(['qhours own', 'qhours tier'])
  })

  test('budget: at least so many dollars, and no text that is no number', async () => {
    await add('qbudget much', { budget: '$5,000.50' })
    await add('qbudget little', { budget: '400' })
    await add('qbudget words', { budget: 'by agreement, up to 9000' })
    await add('qbudget none')
    expect(await titles({ q: 'qbudget', minBudget: 400 })).toEqual(['qbudget much', 'qbudget little'])
    expect(await titles({ q: 'qbudget', minBudget: 401 })).toEqual(['qbudget much'])
  })

  test.each([{ maxHours: 0 }, { minBudget: -1 }, { sort: 'wealth' }, { skills: 'x'.repeat(201) }])(
    '%o is refused with 422',
    async (query) => {
      await expect(api.projects.openProjects({ query: query as MarketQuery })).rejects.toMatchObject({ status: 422 })
    },
  )
})

describe('sorts', () => {
  test('deadline: the next one first; those that are over, or none, come last, newest first', async () => {
    await add('qdue none')
    await add('qdue late', { estimated_deadline: inDays(40) })
    await add('qdue over', { estimated_deadline: inDays(-1) })
    await add('qdue today', { estimated_deadline: inDays(0) })
    await add('qdue no such day', { estimated_deadline: '2031-02-31' })
    await add('qdue words', { estimated_deadline: 'in spring' })
    const expected = ['today', 'late', 'none', 'over', 'no such day', 'words'].map((one) => `qdue ${one}`)
    expect(await titles({ q: 'qdue', sort: 'deadline' })).toEqual(expected)
    const all = await titles({ sort: 'deadline', limit: 100 })
    expect(all.filter((title) => title.startsWith('qdue'))).toEqual(expected)
  })

  test('[OFFER-32] budgets in other currencies are not compared with dollars', async () => {
    await add('qforeign dollars', { budget: '400' })
    await add('qforeign euros', { budget: '9000', currency: 'EUR' })
    expect(await titles({ q: 'qforeign', minBudget: 400 })).toEqual(['qforeign dollars'])
    expect((await titles({ q: 'qforeign' })).toSorted()).toEqual(['qforeign dollars', 'qforeign euros'])
  })

  test('budget: the highest first', async () => {
    await add('qpay none')
    await add('qpay little', { budget: '90' })
    await add('qpay much', { budget: '1,000' })
    const expected = ['qpay much', 'qpay little', 'qpay none']
    expect(await titles({ q: 'qpay', sort: 'budget' })).toEqual(expected)
    const all = await titles({ sort: 'budget', limit: 100 })
    expect(all.filter((title) => title.startsWith('qpay'))).toEqual(expected)
  })

  test('answers: who answers fastest first, and only where enough requests were closed', async () => {
    const owner = async (closed: number, medianHours: number) => {
      const { user } = await createUser(app)
      await app.db
        .insertInto('answer_records')
        .values({ user_id: user.id, closed, answered: closed, median_hours: medianHours })
        .execute()
      return user.id
    }
    await add('qfast unknown')
    await add('qfast by chance', {}, await owner(4, 1))
    await add('qfast slow', {}, await owner(5, 90))
    await add('qfast quick', {}, await owner(9, 2))
    const expected = ['quick', 'slow', 'unknown', 'by chance'].map((one) => `qfast ${one}`)
    expect(await titles({ q: 'qfast', sort: 'answers' })).toEqual(expected)
    const all = await titles({ sort: 'answers', limit: 100 })
    expect(all.filter((title) => title.startsWith('qfast'))).toEqual(expected)
  })

  test('[WIRE-48] pages of a sorted list do not overlap, and tell how many there are', async () => {
    for (const pay of ['10', '20', '20', '30', '40']) await add('qpages', { budget: pay })
    const page = (page: number) =>
      api.projects.openProjects({ query: { sort: 'budget', limit: 2, page, skills: 'React' } })
    const all = await api.projects.openProjects({ query: { sort: 'budget', limit: 100, skills: 'React' } })
    const paged: string[] = []
    for (let at = 1; paged.length < all.pagination.total; at++) {
      const { data, pagination } = await page(at)
      expect(pagination.total).toBe(all.pagination.total)
      paged.push(...data.map(({ id }) => id))
    }
    expect(paged).toEqual(all.data.map(({ id }) => id))
    expect(new Set(paged).size).toBe(paged.length)
  })
})

test('the database reads budgets as the screens do', async () => {
  const texts = ['3000', ' $3,000.50 ', '12 USD', '1,00', '3k', '', '0.5', '99.999', '1,234,567', '$ 7 $', 'about 5']
  const { rows } = await sql<{ amount: string | null }>`
    select budget_amount(text) as amount from unnest(${texts}::text[]) with ordinality as t(text, place) order by place`.execute(
    app.db,
  )
  const cents = rows.map(({ amount }) => (amount === null ? null : Math.round(Number(amount) * 100)))
  expect(cents).toEqual(texts.map((text) => budgetIn(text, 'USD')))
})

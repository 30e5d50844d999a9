import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { owesText, payerRecordText } from '#shared/rules/records.ts'
import { demoAccounts, demoPassword } from '#shared/rules/demo-accounts.ts'
import { findLedgerDifferences, findStateDifferences } from '../modules/ledger/service.ts'
import { seedDemo } from './index.ts'

const app = testApp()
beforeAll(async () => {
  await seedDemo(app.db, app.clock)
})

const signIn = async (username: string) => {
  const { email = '' } = demoAccounts.find((account) => account.username === username) ?? {}
  const { accessToken } = await signedIn(app.client().auth.login({ body: { emailID: email, password: demoPassword } }))
  return app.client(accessToken)
}
type Offered = { id: string; owner: string; holder: string | null; mode: string }
/** The tasks with an offer, with who owns their project and who has them. */
const offered = async (): Promise<Offered[]> => {
  const { rows } = await sql<Offered>`
    select o.task_id as id, owner.username as owner, holder.username as holder, o.mode from offers o
      join projects p on p.id = o.project_id join users owner on owner.id = p.created_by join tasks t on t.id = o.task_id
      left join users holder on holder.id = t.assigned_to_id
    where o.closed_at is null order by o.task_id`.execute(app.db)
  return rows
}
/** The state of each by the call that screens ask, as somebody who is a member of each of the projects. */
const states = async () => {
  const [creator, contributor] = [await signIn('creator'), await signIn('contributor')]
  const rows = await offered()
  return Promise.all(
    rows.map(async (row) => {
      const api = row.holder === 'contributor' ? contributor : creator
      const { data } = await api.rewards.get({ params: { id: row.id } })
      return { ...row, state: data?.state, by: data?.blocker?.by ?? '' }
    }),
  )
}

test('[NEXT-09] the demo world has tasks with rewards in every state from open to settled, in all modes', async () => {
  const all = await states()
  expect(new Set(all.map(({ state }) => state))).toEqual(
    new Set(['open', 'held', 'inReview', 'changes', 'proposed', 'due', 'late', 'recorded', 'settled', 'disputed']),
  )
  const open = all.filter(({ state }) => state === 'open').map(({ mode }) => mode)
  expect(new Set(open)).toEqual(new Set(['assigned', 'apply', 'claim']))
  // Each demo account has one to work on.
  const held = all.filter(({ state }) => state === 'held').map(({ holder }) => holder)
  expect(held.toSorted()).toEqual(demoAccounts.map(({ username }) => username).toSorted())
  const day = 24 * 60 * 60 * 1000
  const left = all
    .filter(({ state }) => state === 'inReview')
    .map(({ by }) => Date.parse(by) - app.clock.now().getTime())
  expect(left.filter((ms) => ms > 0 && ms < day)).toHaveLength(1)
})

test('[NEXT-09] it has applications to a task, and guests who work on one', async () => {
  const { rows } = await sql<{ applications: number; guests: number }>`
    select (select count(*)::int from project_requests where kind = 'taskApplication' and status = 0) as applications,
      (select count(*)::int from claims c where state = 'active' and not exists (
        select from memberships m where m.project_id = c.project_id and m.user_id = c.user_id)) as guests`.execute(
    app.db,
  )
  expect(rows[0]?.applications).toBe(2)
  expect(rows[0]?.guests).toBeGreaterThan(1)
})

test('[NEXT-09] the dispute waits for a ruling, which the administrator of the demo may give', async () => {
  const admin = await signIn('admin')
  const { data } = await admin.disputes.queue({})
  expect(data.map(({ state }) => state)).toEqual(['ruling'])
})

test('[NEXT-09] both sides of one reward reviewed each other, and one review waits for the other', async () => {
  const anyone = app.client()
  const ofWorker = await anyone.ratings.ofPerson({ params: { username: 'leila-farahani' }, query: {} })
  const ofPayer = await anyone.ratings.ofPerson({ params: { username: 'creator' }, query: {} })
  expect([ofWorker.data, ofPayer.data].map((list) => list.map(({ side }) => side))).toEqual([['payer'], ['worker']])
  const { data } = await (await signIn('contributor')).ratings.own({})
  expect(data.map(({ project }) => project.title)).toEqual(['Captions for the valley’s oral history'])
})

test('[NEXT-09] payers have records of three kinds: of whom pays, of whom owes, and none yet', async () => {
  const api = await signIn('contributor')
  const tasks = (await api.openTasks.list({ query: {} })).data
  const projects = (await api.projects.openProjects({ query: {} })).data
  const records = [...tasks, ...projects].map(({ payerRecord }) => payerRecord)
  const texts = new Set(records.flatMap((one) => (one ? [payerRecordText(one), owesText(one) ?? ''] : [])))
  expect([...texts].some((text) => text.startsWith('Pays within '))).toBe(true)
  expect([...texts].some((text) => text.startsWith('Owes $300'))).toBe(true)
  expect(texts).toContain('No payments yet.')
})

test('[NEXT-10] its ledger is sound, and its late due is of none of the demo accounts, none of which is ever stopped by it', async () => {
  expect(await findLedgerDifferences(app.db)).toEqual([])
  expect(await findStateDifferences(app.db, app.clock.now())).toEqual([])
  const late = (await states()).filter(({ state }) => state === 'late')
  expect(late).toHaveLength(1)
  expect(demoAccounts.map(({ username }) => username)).not.toContain(late[0]?.owner)
  const now = app.clock.now()
  // Relative to the first start: nothing that a person does lies ahead of it.
  const { rows } = await sql`
    select 1 from ledger_entries where created_at > ${now} union all select 1 from claims where claimed_at > ${now}
    union all select 1 from offers where made_at > ${now} union all select 1 from events where created_at > ${now}`.execute(
    app.db,
  )
  expect(rows).toEqual([])
})

test('people find notices of it in their inboxes, and no mail is left to be sent', async () => {
  const { rows: notices } = await sql<{ kind: string }>`
    select distinct kind from notifications where kind ~ '^(offer|claim|reward|proposal|submission)[.]'`.execute(app.db)
  expect(notices.length).toBeGreaterThan(2)
  expect((await sql`select kind from jobs`.execute(app.db)).rows).toEqual([])
})

test('who hands work in has ticked what it had to be', async () => {
  const { rows } = await sql<{ title: string }>`
    select t.title from tasks t join submissions s on s.task_id = t.id, jsonb_array_elements(t.done_when) as line
    where not (line ->> 'isDone')::boolean and exists (select from offers o where o.task_id = t.id)`.execute(app.db)
  expect(rows).toEqual([])
})

import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { ownFiles } from '#support/planted-checkout.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { type Statement, watchStatements } from '#support/watch-statements.ts'

const statements = watchStatements()
const server = testApp()

afterAll(async () => {
  statements.restore()
})

/** The locks, in the order in which every transaction takes them. An advisory lock says in its value what it is for. */
const locks: ReadonlyArray<readonly [name: string, statement: RegExp]> = [
  ['person', /pg_advisory_xact_lock.* taker /],
  ['access changes', /pg_advisory_xact_lock.* access /],
  ['project', /from "projects".* for (share|no key update) /],
  ['memberships', /from "memberships".* order by "user_id" for (share|no key update|update) /],
]
const lockIn = ({ text, values }: Statement) =>
  locks.find(([, statement]) => statement.test(`${text} ${values.join(' ')} `))?.[0]

/** The locks that the transaction of a call takes, in the order it takes them. */
const locksOf = async (call: () => Promise<unknown>): Promise<string[]> =>
  (await statements.during(call)).flatMap((statement) => lockIn(statement) ?? [])

test("every change of a project's people takes its locks in one order: person, access changes, project, memberships", async () => {
  const [owner, member, stranger] = [await createPerson(server), await createPerson(server), await createPerson(server)]
  const { id } = await createProject(server, owner.id)
  await createMembership(server, id, member.id)
  const params = { id }
  const [ofMember, ofStranger] = [member, stranger].map((person) => ({ id, userId: person.id }))
  if (!ofMember || !ofStranger) throw new Error('Two people.')
  const payment = { userID: member.id, amountCents: 1, currency: 'USD', idempotencyKey: unique('payment-key-') }
  const task = { projectID: id, title: 'A task', description: 'Work.', assignedToID: member.id }
  let paymentID = ''

  const taken = {
    apply: await locksOf(() => stranger.api.projects.apply({ params, body: {} })),
    answer: await locksOf(() => owner.api.memberships.answer({ params: ofStranger, body: { accept: false } })),
    invite: await locksOf(() => owner.api.memberships.invite({ params: ofStranger, body: {} })),
    accept: await locksOf(() => stranger.api.memberships.answer({ params: ofStranger, body: { accept: true } })),
    setRole: await locksOf(() => owner.api.memberships.setRole({ params: ofMember, body: { role: 'admin' } })),
    pay: await locksOf(async () => {
      paymentID = (await owner.api.payments.create({ params, body: payment })).data.id
    }),
    voidPayment: await locksOf(() => owner.api.payments.void({ params: { id, paymentId: paymentID }, body: {} })),
    assign: await locksOf(() => owner.api.tasks.create({ body: task })),
    remove: await locksOf(() => owner.api.memberships.remove({ params: ofMember })),
  }
  expect(taken).toEqual({
    apply: ['person', 'access changes', 'project'],
    answer: ['access changes', 'project', 'memberships'],
    invite: ['access changes', 'project', 'memberships'],
    accept: ['access changes', 'project', 'memberships'],
    setRole: ['project', 'memberships'],
    pay: ['project', 'memberships'],
    voidPayment: ['project', 'memberships'],
    assign: ['memberships'],
    remove: ['project', 'memberships'],
  })
})

test('[CLAIM-68] who takes a task, applies for it or is chosen takes the locks in the same order, each before the next', async () => {
  const [owner, taker, applicant] = [await createPerson(server), await createPerson(server), await createPerson(server)]
  const { id: projectID } = await createProject(server, owner.id)
  const offered = async (mode: 'claim' | 'apply') => {
    const { data } = await owner.api.tasks.create({ body: { projectID, title: 'Wall', description: 'Work.' } })
    await owner.api.offers.set({ params: { id: data.id }, body: { amountCents: 0, mode } })
    return { id: data.id }
  }
  const [free, asked] = [await offered('claim'), await offered('apply')]
  const body = { idempotencyKey: unique('a key of a claim ') }
  let requestId = ''
  const taken = {
    claim: await locksOf(() => taker.api.claims.take({ params: free, body })),
    apply: await locksOf(async () => {
      requestId = (await applicant.api.claims.apply({ params: asked, body })).data.id
    }),
    choose: await locksOf(() =>
      owner.api.memberships.answerById({ params: { projectId: projectID }, body: { requestId, accept: true } }),
    ),
  }
  const inOrder = ['person', 'access changes', 'project', 'memberships']
  expect(taken).toEqual({ claim: inOrder, apply: inOrder, choose: inOrder })
})

test('only one file locks rows of projects and memberships', () => {
  const lock = /\.for(Share|NoKeyUpdate|Update)\(|\bfor (share|no key update|update)\b(?! skip locked| of task\b)/
  const isLocking = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n\n')
      .some((part) => lock.test(part) && /\b(memberships|projects)\b/.test(part))
  const sources = ownFiles().filter((path) => /^server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  expect(sources.filter(isLocking)).toEqual(['server/access/locks.ts'])
})

import { expect, test } from 'vitest'
import { limitOf } from '#server/limits/limit-table.ts'
import { createPerson, TEST_PASSWORD } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { startTestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'

const anyText = expect.any(String) as unknown
const naming = expect.stringContaining('GUILDHALL_SECRET') as unknown
const server = testApp()

type World = Awaited<ReturnType<typeof createRewardWorld>>
type Person = World['ana']
const keep = (who: Person, details = 'IBAN DE02 1203') =>
  who.api.payout.set({
    body: { method: 'bank', details, receiptName: '', receiptAddress: '', password: TEST_PASSWORD },
  })
const readBy = ({ params }: World, taskID: string, who: Pick<Person, 'api'>) =>
  who.api.payout.ofDue({ params: { ...params, taskID } })
const gone = { status: 404 }

test('[PAYOUT-07] owners and admins read the details while the due is open, and nobody else ever', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, ben, params, held, payDues } = world
  const administrator = await createPerson(server, { isAdministrator: true })
  const [admin, stranger] = [await createPerson(server), await createPerson(server)]
  await server.db
    .insertInto('memberships')
    .values({ project_id: params.id, user_id: admin.id, role: 'admin' })
    .execute()
  const taskID = await held(ana, 4_000)
  await keep(ana)
  const everybody = [owner, admin, ana, ben, stranger, administrator]
  const read = (who: Person) => readBy(world, taskID, who)
  for (const who of everybody) expect(await failureOf(read(who))).toMatchObject(gone)
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
  for (const who of [owner, admin])
    expect((await read(who)).data).toEqual({
      userID: ana.id,
      method: 'bank',
      details: 'IBAN DE02 1203',
      changedAt: anyText,
    })
  for (const who of [ana, ben, stranger, administrator]) expect(await failureOf(read(who))).toMatchObject(gone)
  await payDues([taskID])
  for (const who of everybody) expect(await failureOf(read(who))).toMatchObject(gone)
})

test('[PAYOUT-07] a due of another task, or a payee without details, opens nothing', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, ben, owed, held } = world
  await keep(ana)
  await owed(ana, 4_000)
  expect(await failureOf(readBy(world, await held(ana, 2_000), owner))).toMatchObject(gone)
  await server.db.deleteFrom('payout_details').where('user_id', '=', ben.id).execute()
  expect(await failureOf(readBy(world, await owed(ben, 2_000), owner))).toMatchObject({
    ...gone,
    message: 'Ben has not said how to be paid.',
  })
})

test('[PAYOUT-08] each reading is noted, the 31st within an hour is refused, and no answer may be cached', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, owed, params } = world
  const taskID = await owed(ana, 4_000)
  await keep(ana)
  await readBy(world, taskID, owner)
  const login = server.client().auth.login({ body: { emailID: owner.email, password: TEST_PASSWORD } })
  const { accessToken } = await signedIn(login)
  const answer = await fetch(`${server.origin}/api/projects/${params.id}/dues/${taskID}/payout`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { readings } = (await ana.api.payout.own({})).data
  expect(readings).toEqual([
    { name: 'Marta', project: anyText, at: anyText },
    { name: 'Marta', project: anyText, at: anyText },
  ])
  const events = () =>
    server.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', ana.id)
      .where('kind', '=', 'payout.read')
      .execute()
  expect(await events()).toHaveLength(2)
  await fillLimit(server, limitOf('payout-reading', owner.id), 29)
  await readBy(world, taskID, owner)
  expect(await failureOf(readBy(world, taskID, owner))).toMatchObject({ status: 429 })
  expect(await events()).toHaveLength(3)
})

test('[PAYOUT-04] without a key PUT and GET answer 503 and name the setting; offers, dues and payments go on', async () => {
  const keyless = await startTestApp({ config: { secret: undefined, databaseUrl: 'postgres://elsewhere' } })
  try {
    const { owner, ana, params, owed, payDues } = await createRewardWorld(keyless)
    const taskID = await owed(ana, 4_000)
    const reading = { params: { ...params, taskID } }
    for (const call of [() => keep(ana), () => ana.api.payout.own({}), () => owner.api.payout.ofDue(reading)])
      expect(await failureOf(call())).toMatchObject({
        status: 503,
        message: naming,
      })
    expect(await payDues([taskID])).toMatchObject([{ amountCents: 4_000 }])
  } finally {
    await keyless.close()
  }
})

test('[PAYOUT-18] who is owed something and has not said how to be paid is asked, again a day after closing it', async () => {
  const { ana, ben, owed } = await createRewardWorld(server)
  await server.db.deleteFrom('payout_details').where('user_id', 'in', [ana.id, ben.id]).execute()
  const asks = async (who: Person) => (await who.api.payout.own({})).data.asks
  expect(await asks(ana)).toBe(false)
  await owed(ana, 4_000)
  expect(await asks(ana)).toBe(true)
  await ana.api.payout.closeQuestion({ body: {} })
  expect(await asks(ana)).toBe(false)
  const closed = new Date(server.clock.now().getTime() - 24 * 60 * 60_000 - 1000)
  await server.db.updateTable('payout_questions').set({ closed_at: closed }).where('user_id', '=', ana.id).execute()
  expect(await asks(ana)).toBe(true)
  await keep(ana)
  expect(await asks(ana)).toBe(false)
  // A key that is gone leaves a seal that nobody opens: it has to be given again.
  const ofAna = server.db.updateTable('payout_details').where('user_id', '=', ana.id)
  await ofAna.set({ key_id: 'gone' }).execute()
  expect(await asks(ana)).toBe(true)
})

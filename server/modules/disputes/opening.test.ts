import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDisputeWorld, type DisputeWorld, STATEMENT } from '#support/disputes.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let world: DisputeWorld
beforeEach(async () => {
  world = await createDisputeWorld(server)
})
const DAY = 24 * 60 * 60_000
const rewardOf = async (taskID: string) => (await world.ana.api.rewards.get({ params: { id: taskID } })).data

describe('opening', () => {
  test.each(['ana', 'owner'] as const)('[DISPUTE-01] after the first hand-in %s opens one, in stating', async (by) => {
    const { taskID, claimID } = await world.handedIn()
    const made = await world.open(taskID, world[by])
    const [side, waitsFor] = by === 'ana' ? ['holder', 'managers'] : ['managers', 'holder']
    expect(made).toMatchObject({
      ...{ claimID, taskID, side, ownSide: side, state: 'stating', waitsFor, reason: 'notReviewed' },
      ...{ askCents: 30_000, mostCents: 40_000, dueCents: 0, paidCents: 0, ruling: null },
      statements: [{ side, text: STATEMENT, files: [] }],
    })
    expect(new Date(made.by ?? '').getTime() - new Date(made.openedAt).getTime()).toBe(7 * DAY)
    expect(await rewardOf(taskID)).toMatchObject({
      state: 'disputed',
      blocker: { who: waitsFor, what: 'statement', by: made.by, since: made.openedAt },
    })
  })

  test('[DISPUTE-01] while a due is late, or said to be missing, it can be opened; before, and once paid, not', async () => {
    const { ana, owner, owed, held, open, pay, ledger } = world
    const isRefused = async (taskID: string, by = ana) =>
      expect((await failureOf(open(taskID, by, { askCents: 0 }))).status).toBe(409)
    await isRefused(await held(ana, 5_000))
    const taskID = await owed(ana, 5_000)
    await isRefused(taskID)
    await isRefused(taskID, owner)
    const mostOf = async (id: string) => (await ana.api.rewards.get({ params: { id } })).data?.mostCents
    expect(await mostOf(taskID)).toBeNull()
    await server.db
      .updateTable('claims')
      .set({ pay_by: new Date(Date.now() - DAY) })
      .where('task_id', '=', taskID)
      .execute()
    expect(await mostOf(taskID)).toBe(5_000)
    const late = await open(taskID, ana, { reason: 'notPaid', askCents: 5_000 })
    expect([late.state, late.mostCents, late.dueCents]).toEqual(['stating', 5_000, 5_000])

    const other = await owed(ana, 6_000)
    const { id } = await pay(ana, other, 6_000)
    await isRefused(other)
    await ana.api.payments.missing({ params: { id }, body: { text: 'Nothing.', idempotencyKey: 'missing it' } })
    expect((await open(other, ana, { reason: 'notPaid', askCents: 6_000 })).dueCents).toBe(6_000)
    expect((await ledger(other)).due).toBe(6_000)
  })

  test('[DISPUTE-01] other members get 403, strangers 404, and neither reads it', async () => {
    const { taskID } = await world.handedIn()
    for (const [by, status] of [
      [world.ben, 403],
      [await createPerson(server), 404],
    ] as const) {
      await expect(world.open(taskID, by)).rejects.toEqual(refused(status))
    }
    const { id } = await world.open(taskID)
    for (const by of [world.ben, await createPerson(server)]) {
      await expect(world.get(id, by)).rejects.toEqual(refused(404))
      expect((await by.api.disputes.list({})).data).toEqual([])
    }
    expect((await world.owner.api.disputes.list({})).data).toMatchObject([{ id, title: 'Draw the map' }])
    expect((await world.ana.api.disputes.list({})).data).toMatchObject([{ id }])
  })

  test('[DISPUTE-02] other reasons, texts, amounts and files are refused', async () => {
    const { taskID } = await world.handedIn()
    for (const more of [
      ...[{ reason: 'bored' }, { text: 'Too short.' }, { text: 'x'.repeat(3_001) }, { askCents: -1 }],
      ...[{ askCents: 40_001 }, { askCents: 1.5 }, { fileIDs: [taskID] }, { fileIDs: Array(4).fill(taskID) }],
    ])
      await expect(world.open(taskID, world.ana, more)).rejects.toEqual(refused(422))
    for (const reason of ['notReviewed', 'notAccepted', 'amount', 'notPaid', 'workMissing', 'other'])
      expect((await world.open((await world.handedIn(1_000)).taskID, world.ana, { reason, askCents: 0 })).reason).toBe(
        reason,
      )
  })

  test('[DISPUTE-02] files of the task are named with it, those of another are not', async () => {
    const { ana, owner, handedIn, open, params, get } = world
    const upload = async (name: string) => {
      const file = { id: uuidv7(), project_id: params.id, uploaded_by: owner.id, name }
      await server.db
        .insertInto('files')
        .values({ ...file, state: 'stored' })
        .execute()
      return file.id
    }
    const [{ taskID }, mine, other] = [await handedIn(), await upload('map.txt'), await upload('other.txt')]
    await owner.api.tasks.update({ params: { id: taskID }, body: { fileIDs: [mine] } })
    await expect(open(taskID, ana, { fileIDs: [mine, other] })).rejects.toEqual(refused(422))
    const { id } = await open(taskID, ana, { fileIDs: [mine, mine] })
    expect((await get(id, owner)).statements[0]?.files).toEqual([{ id: mine, name: 'map.txt' }])
  })

  test('[DISPUTE-10] a claim has one in its life: also of two at once, and after a withdrawal', async () => {
    const { taskID } = await world.handedIn()
    const both = await Promise.allSettled([world.open(taskID), world.open(taskID, world.owner)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [{ id = '', side } = {}] = (await world.ana.api.disputes.list({})).data
    await world.withdraw(id, side === 'holder' ? world.ana : world.owner)
    for (const by of [world.ana, world.owner]) await expect(world.open(taskID, by)).rejects.toEqual(refused(409))
  })

  test('[DISPUTE-21] for the holder a token needs the scope work, for managers manage, to rule admin', async () => {
    const { ana, owner, ben, grace, open, state, rule } = world
    const withScopes = async (who: typeof ana, scopes: Array<'work' | 'manage' | 'admin'>) => {
      const endsAt = new Date(Date.now() + DAY).toISOString()
      const { token } = (await who.api.tokens.create({ body: { name: 'A script', scopes, endsAt } })).data
      return { ...who, api: server.client(token) }
    }
    const { taskID } = await world.handedIn()
    for (const [who, scopes, word] of [
      [owner, ['work'], 'manage'],
      [ana, ['manage'], 'work'],
    ] as const) {
      const failure = await failureOf(open(taskID, await withScopes(who, [...scopes])))
      expect([failure.status, failure.message]).toEqual([403, expect.stringContaining(word)])
    }
    const { id } = await open(taskID, await withScopes(ana, ['work']))
    await state(id, await withScopes(owner, ['work', 'manage']))
    expect((await failureOf(rule(id, 0, await withScopes(grace, ['manage'])))).message).toContain('admin')
    await expect(rule(id, 0, await withScopes(ben, ['work']))).rejects.toEqual(refused(403))
    expect((await rule(id, 0, await withScopes(grace, ['admin']))).state).toBe('ruled')
  })
})

describe('stating', () => {
  test('[DISPUTE-03] [DISPUTE-04] the other side states once, and then it is to be ruled; each side adds once', async () => {
    const { ana, owner, handedIn, open, state, get, events } = world
    const { id } = await open((await handedIn()).taskID)
    expect((await get(id)).mayState).toBe(true)
    const stated = await state(id)
    expect(stated).toMatchObject({ state: 'ruling', waitsFor: 'administrators', isLate: false, ownSide: 'managers' })
    expect(new Date(stated.by ?? '').getTime() - Date.now()).toBeGreaterThan(13.9 * DAY)
    await state(id, ana)
    await state(id, owner)
    for (const by of [ana, owner]) {
      await expect(state(id, by)).rejects.toEqual(refused(409))
      expect((await get(id, by)).mayState).toBe(false)
    }
    expect((await get(id)).statements.map(({ side }) => side)).toEqual(['holder', 'managers', 'holder', 'managers'])
    expect(await events(id)).toEqual([
      ...['dispute.opened', 'dispute.stated', 'dispute.reminded toRule', 'dispute.stated', 'dispute.stated'],
    ])
  })

  test('[DISPUTE-03] who opened it may add before the other side states; strangers and members do neither', async () => {
    const { ana, ben, handedIn, open, state } = world
    const { id } = await open((await handedIn()).taskID)
    expect((await state(id, ana)).state).toBe('stating')
    await expect(state(id, ana)).rejects.toEqual(refused(409))
    await expect(state(id, ben)).rejects.toEqual(refused(403))
    await expect(state(id, await createPerson(server))).rejects.toEqual(refused(404))
    await expect(state(id, world.owner, { text: 'Short.' })).rejects.toEqual(refused(422))
    expect((await state(id)).state).toBe('ruling')
  })

  test('[DISPUTE-04] after seven days the clock leaves it to administrators, once', async () => {
    const { handedIn, open, state, get, passDaysOf, runClock, events } = world
    const { id } = await open((await handedIn()).taskID)
    await passDaysOf(id, 6)
    await runClock()
    expect((await get(id)).state).toBe('stating')
    await passDaysOf(id, 1)
    // Late to state, the other side still adds once.
    await state(id)
    await runClock()
    await runClock()
    expect(await get(id)).toMatchObject({ state: 'ruling', waitsFor: 'administrators' })
    await expect(state(id)).rejects.toEqual(refused(409))
    expect(await events(id)).toEqual(['dispute.opened', 'dispute.stated', 'dispute.reminded toRule'])
  })

  test('[DISPUTE-06] administrators are reminded at half and on the last day; then they are late, and nothing is ruled', async () => {
    const { ana, owner, toRule, get, passDaysOf, runClock, events } = world
    const { id } = await toRule()
    const reminders = async () => (await events(id)).filter((kind) => kind.startsWith('dispute.reminded'))
    await runClock()
    expect(await reminders()).toEqual(['dispute.reminded toRule'])
    for (const [days, said] of [
      [7, 'dispute.reminded half'],
      [6, 'dispute.reminded lastDay'],
    ] as const) {
      await passDaysOf(id, days)
      await runClock()
      await runClock()
      expect((await reminders()).at(-1)).toBe(said)
    }
    expect((await get(id)).isLate).toBe(false)
    await passDaysOf(id, 30)
    await runClock()
    expect(await reminders()).toHaveLength(3)
    for (const by of [ana, owner]) expect(await get(id, by)).toMatchObject({ state: 'ruling', isLate: true })
  })
})

describe('a server without disputes', () => {
  const without = testApp({ config: { disputes: 'off' } })
  test('[DISPUTE-14] none can be opened, and it does not name them', async () => {
    const { handedIn, open } = await createDisputeWorld(without)
    await expect(open((await handedIn()).taskID)).rejects.toEqual(refused(404))
    const answer = await fetch(`${without.origin}/api/capabilities`)
    expect(((await answer.json()) as { data: string[] }).data).not.toContain('disputes')
  })
})

import type { Dispute } from '#shared/contract/disputes.ts'
import { runDisputeClock } from '#server/modules/disputes/service.ts'
import { createPerson, unique } from './factories.ts'
import { createRewardWorld, type RewardWorld } from './rewards.ts'
import type { TestApp } from './server.ts'

type Person = Awaited<ReturnType<typeof createPerson>>
export const STATEMENT = 'Nobody has answered my hand-in since Monday.'
export const RULING = 'The map is complete but for its legend, which is a quarter of the work.'

export type DisputeWorld = RewardWorld & {
  /** An administrator who has no part in the project. */
  grace: Person
  /** A task of Ana that she has handed in, and her claim. */
  handedIn: (amountCents?: number) => Promise<{ taskID: string; claimID: string }>
  open: (taskID: string, by?: Person, more?: object) => Promise<Dispute>
  state: (id: string, by?: Person, more?: object) => Promise<Dispute>
  withdraw: (id: string, by?: Person) => Promise<Dispute>
  get: (id: string, by?: Person) => Promise<Dispute>
  rule: (id: string, amountCents: number, by?: Person, text?: string) => Promise<Dispute>
  /** A dispute about a hand-in that both sides have stated. */
  toRule: (amountCents?: number) => Promise<{ id: string; taskID: string; claimID: string }>
  /** Puts the dates of a dispute as many days back. */
  passDaysOf: (id: string, days: number) => Promise<void>
  /** At two processes at once. */
  runClock: () => Promise<unknown>
  /** The events of the dispute by kind, with what a reminder is about. */
  events: (id: string) => Promise<string[]>
}

/** The world of rewards with an administrator, Grace, who has no part in the project. */
export const createDisputeWorld = async (server: TestApp): Promise<DisputeWorld> => {
  const world = await createRewardWorld(server)
  await world.setBudget('$3,000')
  const grace = await createPerson(server, { isAdministrator: true, username: unique('grace') })
  const handedIn = async (amountCents = 40_000) => {
    const taskID = await world.held(world.ana, amountCents)
    await world.ana.api.tasks.update({ params: { id: taskID }, body: { status: 2 } })
    await world.handIn(taskID)
    return { taskID, claimID: (await world.claimOf(taskID)).id }
  }
  const open = async (taskID: string, by: Person = world.ana, more: object = {}) => {
    const body = { reason: 'notReviewed' as const, text: STATEMENT, askCents: 30_000, ...more }
    return (await by.api.disputes.open({ params: { id: taskID }, body })).data
  }
  const state = async (id: string, by: Person = world.owner, more: object = {}) =>
    (await by.api.disputes.state({ params: { id }, body: { text: STATEMENT, ...more } })).data
  return {
    ...world,
    ...{ grace, handedIn, open, state },
    withdraw: async (id: string, by: Person = world.ana) =>
      (await by.api.disputes.withdraw({ params: { id }, body: {} })).data,
    get: async (id: string, by: Person = world.ana) => (await by.api.disputes.get({ params: { id } })).data,
    rule: async (id: string, amountCents: number, by: Person = grace, text = RULING) =>
      (await by.api.disputes.rule({ params: { id }, body: { amountCents, text } })).data,
    toRule: async (amountCents = 40_000) => {
      const { taskID, claimID } = await handedIn(amountCents)
      const { id } = await open(taskID, world.ana, { askCents: 0 })
      await state(id)
      return { id, taskID, claimID }
    },
    passDaysOf: async (id: string, days: number) => {
      const row = await server.db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const back = (at: Date) => new Date(at.getTime() - days * 24 * 60 * 60_000)
      await server.db
        .updateTable('disputes')
        .set({
          opened_at: back(row.opened_at),
          state_by: back(row.state_by),
          ...(row.rule_by && { rule_by: back(row.rule_by) }),
        })
        .where('id', '=', id)
        .execute()
    },
    runClock: () => Promise.all([runDisputeClock(server), runDisputeClock(server)]),
    events: async (id: string) => {
      const rows = await server.db
        .selectFrom('events')
        .select(['kind', 'data'])
        .where('kind', 'like', 'dispute.%')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows
        .filter(({ data }) => (data as { disputeID?: string }).disputeID === id)
        .map(({ kind, data }) => {
          const { reminder } = data as { reminder?: string }
          return reminder === undefined ? kind : `${kind} ${reminder}`
        })
    },
  }
}

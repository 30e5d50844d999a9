import { sql } from 'kysely'
import { runLeaseClock, runReviewClock } from '#server/modules/tasks/claim-clock.ts'
import type { Case, World } from './notice-cases.ts'

/** A task that the member has taken; returns the ID of the claim. */
const taken = async ({ create, member }: World) => {
  const { id } = await create()
  return (await member.api.claims.take({ params: { id }, body: { idempotencyKey: `claim of ${id}` } })).data.id
}
/** The clock's turn when the lease of the claim has this many hours left. */
const withHoursLeft =
  (hours: number) =>
  async ({ server }: World, id: string) => {
    const until = new Date(server.clock.now().getTime() + hours * 60 * 60_000)
    await sql`update claims set lease_until = ${until}, terms = terms || '{"leaseDays":7}' where id = ${id}`.execute(
      server.db,
    )
    await runLeaseClock(server)
  }
/** The clock's turn when the review date of the member's task has this many hours left. */
const withReviewIn =
  (hours: number) =>
  async ({ server }: World, id: string) => {
    const by = new Date(server.clock.now().getTime() + hours * 60 * 60_000)
    await server.db.updateTable('submissions').set({ review_by: by }).where('task_id', '=', id).execute()
    await runReviewClock(server)
  }
/** An application of each to a task; returns the ID of the one that the stranger sent. */
const bothApplied = async ({ server, owner, stranger, other, create }: World) => {
  const { id } = await create()
  await owner.api.offers.set({ params: { id }, body: { amountCents: 0, mode: 'apply' } })
  const apply = (by: typeof owner) =>
    by.api.claims.apply({ params: { id }, body: { idempotencyKey: `application of ${by.id}` } })
  await apply(other)
  await apply(stranger)
  const { id: requestID } = await server.db
    .selectFrom('project_requests')
    .where('task_id', '=', id)
    .where('user_id', '=', stranger.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return requestID
}
const managers = { owner: 'review', admin: 'review' } as const

/** Who hears of claims and of review dates. */
export const claimNoticeCases: Record<string, Case> = {
  '[CLAIM-61] claim.made': { act: taken, told: managers },
  '[CLAIM-61] claim.returned': {
    prepare: taken,
    act: ({ member }, id) => member.api.claims.giveBack({ params: { id }, body: {} }),
    told: managers,
  },
  '[CLAIM-61] claim.takenBack': {
    prepare: taken,
    act: ({ owner }, id) => owner.api.claims.takeBack({ params: { id }, body: { reason: 'No answer.' } }),
    told: { member: 'direct' },
  },
  '[CLAIM-61] claim.warned': { prepare: taken, act: withHoursLeft(2), told: { member: 'direct' } },
  '[CLAIM-61] claim.expired, to the holder claim.expiredOwn': {
    prepare: taken,
    act: withHoursLeft(-1),
    told: { ...managers, member: 'direct' },
  },
  '[CLAIM-61] request.approved to who is chosen for a task, request.rejected to who is not, claim.made': {
    prepare: bothApplied,
    act: ({ owner, project }, requestId) =>
      owner.api.memberships.answerById({ params: { projectId: project.id }, body: { requestId, accept: true } }),
    told: { stranger: 'requests', other: 'requests', admin: 'review' },
    ownMails: { stranger: 'request-answered', other: 'request-answered' },
  },
  '[SETTLE-14] submission.reminded': { prepare: ({ handedIn }) => handedIn(), act: withReviewIn(2), told: managers },
  '[SETTLE-15] submission.accepted by the clock, as submission.acceptedByClock': {
    prepare: ({ handedIn }) => handedIn(),
    act: withReviewIn(-1),
    told: { ...managers, member: 'review' },
  },
}

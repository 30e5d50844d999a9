import { type GuestOfTask, GUESTS_MAX } from '#shared/contract/guests.ts'
import { rewardState } from '#shared/rules/reward-state.ts'
import { accessOf } from '#server/access/access.ts'
import { requireManager } from '#server/access/policy.ts'
import type { AppDeps } from '#server/deps.ts'
import { type BoundedList, boundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { anyProject, findGuestFacts, type GuestFactsRow, toFacts } from './facts-repository.ts'

const toGuest = (row: GuestFactsRow, now: Date): GuestOfTask => {
  const reward = rewardState(toFacts(row, now, anyProject))
  return {
    claimID: row.claim_id,
    person: { id: row.user_id, username: row.username, name: row.name },
    taskID: row.task_id,
    taskId: String(row.task_number),
    title: row.title,
    // Only what was promised makes somebody a guest, so there is always a state.
    state: reward?.state ?? 'accepted',
    isRuled: reward?.state === 'accepted' && reward.blocker.what === 'ruling',
    by: reward?.blocker.by?.toISOString() ?? null,
    since: reward?.blocker.since?.toISOString() ?? null,
  }
}

/** The guests of a project, with the state of their tasks. Errors: 404 for strangers, 403 for anybody but owner and admin. */
const listGuests = async (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { userID }: Viewer,
  { params: { id } }: Input<'guests.list'>,
): Promise<BoundedList<GuestOfTask>> => {
  requireManager(await accessOf(db, id, userID))
  const rows = await findGuestFacts(db, id, oneMoreThan(GUESTS_MAX))
  const now = clock.now()
  return boundedList(
    rows.map((row) => toGuest(row, now)),
    GUESTS_MAX,
    'guests',
  )
}

export const guests = { list: listGuests }

import { dueOfLease } from '#shared/rules/lease.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { findDueLeases, holdActive, holdActiveOf, isDisputed, noteWarned } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import { findOverdueRounds, findRoundsToRemind, noteReminded } from '../submissions/service.ts'
import { findTaskOfClock, holdTasks } from './clock-repository.ts'
import { fieldsOf, saveIn } from './saving.ts'
import { openAgain } from './taking.ts'

/**
 * What time does to claims and to rounds of tasks with an offer: warnings, the end of a lease, reminders, and acceptance of
 * what nobody has reviewed. Each takes effect once, whichever process does it, and however late.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>
const AT_ONCE = 200
const CLOCK = { userID: null, role: 'owner' } as const

/** Does the work for each that is found, until none is left. Errors: the first one, after all were tried. */
const forEachDue = async <T>(find: () => Promise<T[]>, work: (one: T) => Promise<void>): Promise<void> => {
  for (;;) {
    const failures: unknown[] = []
    const found = await find()
    // What is wrong with one keeps no other from its end.
    for (const one of found) await work(one).catch((error: unknown) => void failures.push(error))
    if (failures.length > 0) throw failures[0]
    if (found.length < AT_ONCE) return
  }
}

/** Ends leases that are over, and warns of those that end soon. */
export const runLeaseClock = ({ db, clock }: Deps): Promise<void> =>
  forEachDue(
    () => findDueLeases(db, clock.now(), AT_ONCE),
    ({ id, project_id: projectID }) =>
      withTx(db, async (tx) => {
        await holdProjectToChange(tx, projectID)
        const claim = await holdActiveOf(tx, id)
        if (!claim) return
        const now = clock.now()
        const due = dueOfLease(
          {
            leaseUntil: claim.lease_until,
            leaseDays: claim.terms.leaseDays ?? 0,
            halfWarnedAt: claim.half_warned_at,
            lastWarnedAt: claim.last_warned_at,
          },
          now,
        )
        if (due === null) return
        const [task] = await holdTasks(tx, [claim.task_id])
        if (!task) return
        if (due === 'expired') {
          await openAgain(tx, now, task, { claim, kind: 'claim.expired', by: CLOCK })
          return
        }
        await noteWarned(tx, id, due, now)
        const about = { actorID: null, projectID, taskID: claim.task_id, subjectID: claim.user_id }
        await tell(tx, now, { kind: 'claim.warned', ...about, data: { claimID: id, warning: due } })
      }),
  )

/** Accepts rounds whose review date is over, in the owner's name, who promised it. */
const acceptOverdue = ({ db, clock }: Deps): Promise<void> =>
  forEachDue(
    () => findOverdueRounds(db, clock.now(), AT_ONCE),
    ({ taskID, round, days }) =>
      withTx(db, async (tx) => {
        const found = await findTaskOfClock(tx, taskID)
        // An answer that came first has closed the round.
        if (!found || found.open_round !== round) return
        await holdProjectToChange(tx, found.project_id)
        const claim = await holdActive(tx, taskID)
        // A dispute came first: the round's time has stopped.
        if (claim && (await isDisputed(tx, claim.id))) return
        const text = `Nobody answered in ${days} ${days === 1 ? 'day' : 'days'}, as the offer said.`
        const after = { ...fieldsOf(found), status: taskStatus.completed }
        await saveIn(tx, clock.now(), null, found, { after, step: { act: 'accept', text } })
      }),
  )

/** Reminds owners and admins at half of the review time and on its last day. */
const remindOfRounds = ({ db, clock }: Deps): Promise<void> =>
  forEachDue(
    () => findRoundsToRemind(db, clock.now(), AT_ONCE),
    (one) =>
      withTx(db, async (tx) => {
        const now = clock.now()
        const noted = await noteReminded(tx, one, now)
        if (!noted) return
        const about = { actorID: null, projectID: one.projectID, taskID: one.taskID, subjectID: one.authorID }
        const data = { submissionID: one.id, round: one.round, reminder: one.reminder }
        await tell(tx, now, { kind: 'submission.reminded', ...about, data })
      }),
  )

export const runReviewClock = async (deps: Deps): Promise<void> => {
  await acceptOverdue(deps)
  await remindOfRounds(deps)
}

import { holdProjectToChange } from '#server/access/locks.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
const AT_ONCE = 200

/** Makes reviews due. A pair that has one open is not asked again. */
const openDues = async ({ db, clock }: Deps): Promise<void> => {
  for (;;) {
    const found = await repository.findCauses(db, clock.now(), AT_ONCE)
    for (const cause of found)
      await withTx(db, async (tx) => {
        await holdProjectToChange(tx, cause.project_id)
        const now = clock.now()
        if (!(await repository.takeCauses(tx, cause, now))) return
        const dueID = await repository.openDue(tx, cause, now)
        if (dueID === undefined) return
        const about = { actorID: null, projectID: cause.project_id, subjectID: cause.worker_id }
        await tell(tx, now, { kind: 'rating.due', ...about, data: { dueID } })
      })
    if (found.length < AT_ONCE) return
  }
}

/** Lets everybody read what one side alone has given in its time. */
const revealOver = async ({ db, clock }: Deps): Promise<void> => {
  for (;;) {
    const found = await repository.findOver(db, clock.now(), AT_ONCE)
    for (const { id, project_id: projectID, worker_id: subjectID } of found)
      await withTx(db, async (tx) => {
        await holdProjectToChange(tx, projectID)
        const now = clock.now()
        if (!(await repository.reveal(tx, id, now))) return
        // Counted again, since the other side may have given its own before the lock.
        if (!(await repository.hasRatings(tx, id))) return
        const about = { actorID: null, projectID, subjectID }
        await tell(tx, now, { kind: 'rating.revealed', ...about, data: { dueID: id } })
      })
    if (found.length < AT_ONCE) return
  }
}

/** What time does to reviews: each takes effect once, whichever process does it, and however late. */
export const runRatingClock = async (deps: Deps): Promise<void> => {
  await revealOver(deps)
  await openDues(deps)
}

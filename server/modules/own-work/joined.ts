import { JOINED_DAYS, type JoinedProject } from '#shared/contract/work.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { takeActOf } from '#shared/rules/why-not-take.ts'
import { whyNotAll } from '../claims/service.ts'
import { findFreeTasks, findJoinedProjects } from './joined-repository.ts'

/**
 * Projects that approved the person lately, with the number of tasks that the person may take there, or apply for. A task
 * counts also while the person holds as many as they may: it is free, and can be theirs once another is handed in.
 */
export const findJoined = async (
  db: DbOrTx,
  { userID, now }: { userID: string; now: Date },
): Promise<JoinedProject[]> => {
  const projects = await findJoinedProjects(db, { userID, since: daysAfter(now, -JOINED_DAYS) })
  if (projects.length === 0) return []
  const tasks = await findFreeTasks(
    db,
    projects.map(({ id }) => id),
  )
  const asked = tasks.flatMap((task) => {
    const offer = task.mode === null ? undefined : { ...task, mode: task.mode }
    const act = takeActOf({ offer: offer ? { ...offer, minTier: offer.min_tier, isRewarded: true } : null })
    return act === null ? [] : [{ task, offer, act }]
  })
  const answers = await whyNotAll(db, asked, { userID, now })
  const isFree = (at: number) => {
    const reason = answers[at]?.why?.reason
    return reason === undefined || reason === 'cap' || reason === 'projectCap'
  }
  return projects.map(({ id, title }) => ({
    id,
    title,
    freeTasks: asked.reduce((sum, { task }, at) => sum + (task.project_id === id && isFree(at) ? task.count : 0), 0),
  }))
}

import type { Clock } from '../deps.ts'
import { withTx, type Db, type Tx } from '../db/pool.ts'
import { hashPassword } from '../modules/auth/service.ts'
import { demoPassword } from '#shared/rules/demo-accounts.ts'
import { noteNotifiedDeadlines, setAnswerDates } from './clock.ts'
import { addBoardStages, LAST_STAGE } from './board-stages.ts'
import { fillInboxes, newsOf } from './inbox.ts'
import { addLetters, writeThreads } from './letters.ts'
import { addPeople } from './people.ts'
import { addProjects } from './projects.ts'
import { reviewsOf } from './reviews.ts'
import { addRewards } from './rewards.ts'
import { playRewards } from './play.ts'
import { createStage, type Stage } from './stage.ts'
import { addTaskFields, LAST_LABEL } from './task-fields.ts'
import { talkOf, writePast } from './talk.ts'

/**
 * Fills an empty database with the demo world in one transaction. The world is the same at every start, except for the
 * salt of the passwords and the times, which are before now.
 */
export const seedDemo = async (db: Db, clock: Clock): Promise<void> => {
  const stage = createStage(clock.now())
  // Everybody shares one hash: the password is no secret, and hashing it for each would make the first start slow.
  const cast = addPeople(stage, await hashPassword(demoPassword))
  addProjects(stage, cast)
  addBoardStages(stage)
  const told = newsOf(stage, cast)
  addTaskFields(stage)
  const threads = addLetters(stage, cast)
  setAnswerDates(stage, cast)
  const talk = talkOf(stage, cast, told)
  const news = [...told, ...talk.news].sort((a, b) => a.at.getTime() - b.at.getTime())
  const reviews = reviewsOf(stage)
  const plays = addRewards(stage)
  await withTx(db, async (tx) => {
    await insertStage(tx, stage)
    await noteNotifiedDeadlines(tx, stage)
    if (reviews.length > 0) await tx.insertInto('submissions').values(reviews).execute()
    // Before the past, behind which the reader of the log that tells followers begins.
    await playRewards(tx, stage, plays)
    await writePast(tx, talk)
    await writeThreads(tx, threads)
    await fillInboxes(tx, stage, news)
  })
}

const insertStage = async (tx: Tx, stage: Stage): Promise<void> => {
  await tx.insertInto('users').values(stage.users).execute()
  await tx.insertInto('creator_applications').values(stage.creatorApplications).execute()
  await tx.insertInto('waitlist_entries').values(stage.waitlist).execute()
  await tx.insertInto('projects').values(stage.projects).execute()
  await tx.insertInto('memberships').values(stage.memberships).execute()
  await tx.insertInto('project_requests').values(stage.requests).execute()
  await tx.insertInto('project_stages').values(stage.boardStages).execute()
  await tx.insertInto('tasks').values(stage.tasks).execute()
  await tx.insertInto('reputation_events').values(stage.reputation).execute()
  await tx.insertInto('labels').values(stage.labels).execute()
  await tx.insertInto('task_templates').values(stage.templates).execute()
  await tx.insertInto('payment_recordings').values(stage.recordings).execute()
  await tx.insertInto('payments').values(stage.payments).execute()
  await tx
    .insertInto('task_counters')
    .columns(['project_id', 'last_task_number', 'last_label_id', 'last_stage_id'])
    .expression(
      tx
        .selectFrom('projects as p')
        .leftJoin('tasks as t', 't.project_id', 'p.id')
        .groupBy('p.id')
        .select((eb) => [
          'p.id',
          eb.fn.coalesce(eb.fn.max('t.task_number'), eb.lit(0)).as('last'),
          // No other label or stage ever gets a number that one of the demo had.
          eb.lit(LAST_LABEL).as('last_label'),
          eb.lit(LAST_STAGE).as('last_stage'),
        ]),
    )
    .execute()
  // Their list is the first that these projects have had, as their past says.
  await tx
    .updateTable('task_counters')
    .set({ stages_version: 1 })
    .where('project_id', 'in', tx.selectFrom('project_stages').select('project_id'))
    .execute()
}

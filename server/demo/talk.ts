import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '../db/pool.ts'
import type { Comments } from '../db/schema.generated.ts'
import { type NewEvent, record } from '../events/record.ts'
import { questions, remarks } from './content/index.ts'
import { stagesEvents, stageTold } from './board-stages.ts'
import { firstStatusOf, movesOf } from './moves.ts'
import type { Cast } from './people.ts'
import type { Stage } from './stage.ts'

type PastEvent = { at: Date; event: NewEvent }
type Comment = Insertable<Comments> & { created_at: Date }
type Talk = {
  comments: readonly Comment[]
  /** What has happened to tasks over the weeks, oldest first; nobody is notified of it any more. */
  past: readonly PastEvent[]
  /** The newest comments, which name the demo accounts, and so notify them. */
  news: readonly PastEvent[]
}

/** The most comments of a task, and a part of the tasks has none. */
const COMMENTS_MAX = 6
const SILENT = 0.45
/** In days before now: when somebody asked a demo account something. */
const ASKED_AGO = [0.2, 0.9, 1.6]

const isOf = (projects: ReadonlySet<string>) => (task: Stage['tasks'][number]) => projects.has(task.project_id)

/**
 * A task's past, derived from its times, so that the log leads to its status; `moved` has the tasks whose last move is
 * recorded elsewhere.
 */
const pastOf = (
  stage: Stage,
  task: Stage['tasks'][number],
  ownerID: string | null,
  moved: ReadonlySet<string>,
): PastEvent[] => {
  const status = firstStatusOf(task)
  const { id = '', project_id: projectID, created_by_id, assigned_to_id } = task
  const about = { projectID, taskID: id, subjectID: assigned_to_id ?? null }
  const created: PastEvent = {
    at: task.created_at as Date,
    event: {
      kind: 'task.created',
      actorID: created_by_id ?? null,
      ...about,
      data: { status, ...stageTold(stage, task, status) },
    },
  }
  const moves = movesOf(task).map(({ at, from, to, isOwners }): PastEvent => {
    const actorID = (isOwners ? ownerID : assigned_to_id) ?? null
    return { at, event: { kind: 'task.moved', actorID, ...about, data: { from, to, ...stageTold(stage, task, to) } } }
  })
  return [created, ...(moved.has(id) ? moves.slice(0, -1) : moves)]
}

/** What people have said about the tasks of the demo accounts' projects, and what has happened to these tasks. */
export const talkOf = (stage: Stage, cast: Cast, told: readonly PastEvent[]): Talk => {
  const { random } = stage
  const own = [cast.creator.id, cast.contributor.id]
  const projects = new Set(
    stage.memberships.filter(({ user_id }) => own.includes(user_id)).map(({ project_id }) => project_id),
  )
  const usernames = new Map(stage.users.map(({ id, username }) => [id, username]))
  const team = (projectID: string) => stage.memberships.filter(({ project_id }) => project_id === projectID)
  const moved = new Set(told.flatMap(({ event }) => (event.kind === 'task.moved' ? (event.taskID ?? []) : [])))
  const comments: Comment[] = []
  const past: PastEvent[] = stagesEvents(stage)
  const news: PastEvent[] = []
  const say = (task: Stage['tasks'][number], authorID: string, words: string, named: string | undefined, at: Date) => {
    const mentionedIDs = named !== undefined && words.includes('@') ? [named] : []
    const comment: Comment = {
      id: stage.newID(at),
      task_id: task.id ?? '',
      author_id: authorID,
      body: words.replace('@', `@${usernames.get(named ?? '') ?? 'all'}`),
      mentioned_ids: mentionedIDs,
      idempotency_key: `demo ${comments.length}`,
      created_at: at,
    }
    comments.push(comment)
    task.comment_count = Number(task.comment_count ?? 0) + 1
    const event: NewEvent = {
      kind: 'comment.added',
      actorID: authorID,
      projectID: task.project_id,
      taskID: task.id ?? null,
      subjectID: task.assigned_to_id ?? null,
      data: { commentID: comment.id, mentionedIDs },
    }
    return { at, event }
  }
  for (const task of stage.tasks.filter(isOf(projects))) {
    const people = team(task.project_id).map(({ user_id }) => user_id)
    const owner = team(task.project_id).find(({ role }) => role === 'owner')?.user_id ?? null
    past.push(...pastOf(stage, task, owner, moved))
    const isNew = (task.created_at as Date) >= stage.ago(2)
    const count = isNew || people.length < 2 || random.next() < SILENT ? 0 : random.between(1, COMMENTS_MAX)
    const times = Array.from({ length: count }, () => stage.within(task.created_at as Date, stage.ago(2)))
    for (const at of times.sort((a, b) => a.getTime() - b.getTime())) {
      const author = random.pick(people)
      const named = random.pick(people.filter((id) => id !== author))
      past.push(say(task, author, random.pick(remarks), named, at))
    }
  }
  for (const [index, ago] of ASKED_AGO.entries())
    for (const named of own) {
      const at = stage.ago(ago)
      const asked = stage.tasks
        .filter(isOf(projects))
        .filter(
          (task) => team(task.project_id).some(({ user_id }) => user_id === named) && (task.created_at as Date) < at,
        )
        .filter(({ status }) => status !== taskStatus.completed)
        .filter((task) => team(task.project_id).length > 1)
      const task = asked[index * 3]
      const author = task && team(task.project_id).find(({ user_id }) => !own.includes(user_id))?.user_id
      if (task && author) news.push(say(task, author, questions[index] ?? questions[0], named, at))
    }
  const byTime = (a: PastEvent, b: PastEvent) => a.at.getTime() - b.at.getTime()
  return { comments, past: past.sort(byTime), news }
}

/** Writes what has happened over the weeks. The reader of the log that tells followers begins behind it. */
export const writePast = async (tx: Tx, { comments, past }: Talk): Promise<void> => {
  if (comments.length > 0)
    await tx
      .insertInto('comments')
      .values([...comments])
      .execute()
  let last: string | undefined
  for (const { at, event } of past) [last] = await record(tx, at, event)
  if (last !== undefined)
    await sql`update notification_cursor set xid = pg_current_xact_id(), id = ${last}::uuid`.execute(tx)
}

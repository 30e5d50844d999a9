import { sql } from 'kysely'
import { boardParts, utcText } from '#server/access/board-columns.ts'
import { sessionIsValid, type SessionOf } from '#server/access/session.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

/** The state of a board, a number that only grows, in one history of the database: a restore begins another. */
export type BoardTag = { tag: string; history: string }

/** A project, and who asks for its board in which session. */
export type BoardOf = { projectID: string } & SessionOf

/**
 * A tag for each of `boards`, in their order, that differs between any two states of the project's tasks; undefined for
 * a caller who is not a member or whose session has ended.
 *
 * The tag is the sum of the tasks' shown versions: a new task counts 1, and the trigger `tasks_shown` adds 1 for each
 * change that a board shows (it also sets `waits_since`, and the rank after a change of status). Tasks in Trash count
 * too; `task_counters` keeps the sum for erased ones, to which the trigger `users_shown` adds changed names. A project
 * listed twice is summed up once.
 */
export const readBoardTags = async (db: DbOrTx, boards: readonly BoardOf[]): Promise<Array<BoardTag | undefined>> => {
  const wanted = boards.map(({ projectID }) => projectID)
  const { rows } = await sql<{ tag: string | null; history: string }>`${prepared}
    with states as materialized (
      select project_id, (
        select (coalesce(sum(shown_version), 0) + coalesce(
          (select gone_versions from task_counters where task_counters.project_id = asked.project_id), 0))::text
        from tasks where tasks.project_id = asked.project_id
      ) as tag
      from unnest(${[...new Set(wanted)]}::uuid[]) as asked (project_id)
    )
    select (
      select (select tag from states where states.project_id = m.project_id)
      from memberships m join projects p on p.id = m.project_id
      where m.project_id = wanted.project_id and m.user_id = wanted.user_id and p.deleted_at is null
        and ${sessionIsValid({ userID: sql`wanted.user_id`, sessionID: sql`wanted.session_id` })}
    ) as tag, (select left(epoch::text, 8) from event_log) as history
    from unnest(${wanted}::uuid[], ${boards.map(({ userID }) => userID)}::uuid[], ${boards.map(({ sessionID }) => sessionID)}::uuid[])
      with ordinality as wanted (project_id, user_id, session_id, place)
    order by wanted.place`.execute(db)
  return rows.map(({ tag, history }) => (tag === null ? undefined : { tag, history }))
}

/** The last task of a board's page: its time of change (ISO 8601, microseconds) and its ID. */
export type BoardPosition = { time: string; id: string }
export type BoardQuery = { projectID: string; limit: number; status: number | null; after: BoardPosition | null }
/** The tasks as a JSON array; `next` is null when there are no more. */
export type BoardPage = { tasks: string; next: BoardPosition | null }

const selected = ({ projectID, status, after }: BoardQuery) => sql`project_id = ${projectID} and deleted_at is null
  ${status === null ? sql`` : sql`and status = ${status}`}
  ${after === null ? sql`` : sql`and (updated_at, id) < (${after.time}::timestamptz, ${after.id}::uuid)`}`

/** The JSON of the fields that a task need not have, of those which it has. A plain task is recognised by its row alone. */
const whatIsSet = sql`case
  when t.due_on is null and t.priority = 0 and t.label_ids = '{}' and t.done_when = '[]' and t.comment_count = 0
    and t.waits_since is null and t.estimate_hours is null and t.file_ids = '{}' and t.blocked_by_ids = '{}'
    and t.stage_id is null and t.offer_cents is null then ''
  else coalesce(',"dueOn":"' || ${boardParts.dueOn} || '"', '')
    || case when t.priority > 0 then ',"priority":"' || ${boardParts.priority} || '"' else '' end
    || case when t.label_ids <> '{}' then ',"labelIDs":' || array_to_json(t.label_ids) else '' end
    || coalesce(',"stageID":' || t.stage_id, '')
    || coalesce(',"rewardCents":' || t.offer_cents, '')
    || case when t.done_when <> '[]' then ',"doneOf":[' || ${boardParts.done} || ',' || ${boardParts.lines} || ']' else '' end
    || case when t.comment_count > 0 then ',"comments":' || t.comment_count else '' end
    || case when t.blocked_by_ids <> '{}' then ',"blockedBy":' || array_to_json(${boardParts.blockedBy}) else '' end
    || coalesce(',"waitsSince":"' || ${utcText('t.waits_since')} || '"', '')
    || coalesce(',"openRound":' || t.open_round, '')
    || case when (t.estimate_hours is not null or t.file_ids <> '{}') and t.done_when = '[]' and t.blocked_by_ids = '{}' then ',"hasMore":true' else '' end
  end`

/** The JSON of the task `t` as a board shows it; `a` is its assignee and `c` its creator, their names as JSON. */
const card = sql`'{"id":"' || t.id || '","taskId":"' || t.task_number || '","title":' || to_json(t.title)
  || ',"description":' || to_json(t.description) || ',"status":' || t.status || ',"projectID":"' || t.project_id
  || '","assignedToID":' || coalesce('"' || t.assigned_to_id || '"', 'null')
  || ',"assignedToUsername":' || coalesce(a.username, 'null')
  || ',"assignedToName":' || coalesce(a.name, 'null')
  || ',"taskCreatedByUsername":' || coalesce(c.username, 'null')
  || ',"createdAt":"' || ${utcText('t.created_at')} || '","updatedAt":"' || ${utcText('t.updated_at')}
  || '","version":' || t.version || ',"rank":"' || t.rank || '","shown":' || t.shown_version || ${whatIsSet} || '}'`
const namesAsJson = sql`id, to_json(username)::text as username, to_json(nullif(name, ''))::text as name`

/**
 * A page of a project's tasks, last changed first, as JSON written by the database, so that we read only a string.
 * Tasks are concatenated as text, in half the time of turning rows into JSON.
 */
export const readBoardPage = async (db: DbOrTx, query: BoardQuery): Promise<BoardPage> => {
  const { rows } = await sql<{ tasks: string; count: number }>`${prepared}
    with page as materialized (
      select * from tasks where ${selected(query)} order by updated_at desc, id desc limit ${query.limit}
    ), people as materialized (
      -- The IDs are an array, so that a few names are read by their key, however many tasks there are.
      select ${namesAsJson} from users
      where id = any(array(select assigned_to_id from page union select created_by_id from page))
    )
    select '[' || coalesce(string_agg(${card}, ',' order by t.updated_at desc, t.id desc), '') || ']' as tasks, count(*)::int as count
    from page t left join people a on a.id = t.assigned_to_id left join people c on c.id = t.created_by_id`.execute(db)
  const { tasks = '[]', count = 0 } = rows[0] ?? {}
  return { tasks, next: count < query.limit ? null : await findNext(db, query) }
}

/** What is known of a board: the time of its last change (PostgreSQL's own text), and the people whose names it shows. */
export type KnownBoard = { newest: string; peopleIDs: readonly string[] }
export type BoardState = {
  /** The number that `readBoardTags` answers, of the same moment. */
  tag: string
  /** The cards, last changed first, one a line; null where there is none. */
  cards: string | null
  /** Deleted tasks: their IDs and shown versions, by turns. */
  deleted: string[]
  /** The time of the last change of a task in this answer; null where there is none. */
  newest: string | null
  /** The people whose names the cards show, and the known ones: IDs alternating with their names as one text. */
  people: string[]
}

/** Changes that were committed in another order than they were made are this much apart, at the most, as a rule. */
const OVERLAP = sql.lit('3 seconds')

/**
 * All tasks of a project; with `known`, those changed since, judged by their time of change. The result is complete
 * only if it explains the tag, and has fewer than `limit` tasks. One statement, so that all of it is of one moment.
 */
export const readBoardState = async (
  db: DbOrTx,
  projectID: string,
  limit: number,
  known: KnownBoard | null,
): Promise<BoardState> => {
  const { rows } = await sql<BoardState>`${prepared}
    with changed as materialized (
      select * from tasks where project_id = ${projectID}
        and updated_at >= coalesce(${known?.newest ?? null}::timestamptz - interval ${OVERLAP}, '-infinity')
      order by updated_at desc, id desc limit ${limit}
    ), people as materialized (
      select ${namesAsJson} from users where id = any(array(
        select assigned_to_id from changed union select created_by_id from changed union select unnest(${known?.peopleIDs ?? []}::uuid[])))
    )
    select (
        select (coalesce(sum(shown_version), 0) + coalesce(
          (select gone_versions from task_counters where task_counters.project_id = ${projectID}), 0))::text
        from tasks where project_id = ${projectID}
      ) as tag,
      string_agg(${card}, E'\\n' order by t.updated_at desc, t.id desc) filter (where t.deleted_at is null) as cards,
      array(select v from changed, unnest(array[id::text, shown_version::text]) as v where deleted_at is not null) as deleted,
      (select max(updated_at)::text from changed) as newest,
      array(select v from people, unnest(array[id::text, username || coalesce(name, '')]) as v) as people
    from changed t left join people a on a.id = t.assigned_to_id left join people c on c.id = t.created_by_id`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('A board without a state.')
  return row
}

/** How many tasks of a project have each status and assignee, as a JSON array. */
export const readCounts = async (db: DbOrTx, projectID: string): Promise<string> => {
  const { rows } = await sql<{ counts: string }>`
    select coalesce(json_agg(c), '[]')::text as counts
    from (
      select status, assigned_to_id as "assignedToID", count(*)::int as count
      from tasks where project_id = ${projectID} and deleted_at is null group by 1, 2
    ) c`.execute(db)
  return rows[0]?.counts ?? '[]'
}

/** The position of a full page's last task, when more tasks follow. */
const findNext = async (db: DbOrTx, query: BoardQuery): Promise<BoardPosition | null> => {
  const { rows } = await sql<BoardPosition>`
    select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, id from tasks
    where ${selected(query)} order by updated_at desc, id desc offset ${query.limit - 1} limit 2`.execute(db)
  return rows.length > 1 ? (rows[0] ?? null) : null
}

import type pg from 'pg'
import * as words from './seed-words.ts'

const MEMBERS = 60
/** The number of empty boards on which tasks are created. */
const SMALL_BOARDS = 50

export type Boards = {
  sessions: Array<{ userID: string; familyID: string }>
  /** The IDs of the projects with 1,000 and 5,000 tasks. */
  large: Record<1000 | 5000, string>
  small: string[]
}

/**
 * Fills a database with boards of 1,000, 5,000 and no tasks. Sixty people are members of every project; the first of them is its owner.
 * The table `floor_tasks` has the same cards without foreign keys, for the floor.
 */
export const seedBoards = async (client: pg.Client): Promise<Boards> => {
  await client.query(`
    insert into users (id, email, username, password_hash, name, is_email_verified)
    select uuidv7(), 'member' || n || '@bench.test', 'member' || n, '-', 'Member ' || n, true from generate_series(1, ${MEMBERS}) n;
    insert into session_families (id, user_id) select uuidv7(), id from users;
    insert into projects (id, title, description, skills, status, created_by)
    select uuidv7(), 'Board ' || n, 'A project with tasks.', 'React', 2, (select id from users where username = 'member1')
    from generate_series(1, ${SMALL_BOARDS + 2}) n;
    insert into memberships (project_id, user_id, role, last_active_at)
    select p.id, u.id, case u.username when 'member1' then 'owner' else 'member' end, now() from projects p cross join users u;
  `)
  await client.query(
    `insert into tasks (id, project_id, task_number, title, description, status, assigned_to_id, created_by_id, created_at, updated_at)
    select uuidv7(), p.id, n, 'Task ' || n || ': ' || ($1::text[])[1 + n % array_length($1, 1)],
      ($2::text[])[1 + n % array_length($2, 1)] || ' ' || ($3::text[])[1 + n % array_length($3, 1)], n % 6,
      case when n % 4 > 0 then (select id from users where username = 'member' || (1 + n % ${MEMBERS})) end,
      (select id from users where username = 'member' || (1 + n * 7 % ${MEMBERS})), now() - n * interval '1 hour', now() - n * interval '7 minutes'
    from (values ('Board 1', 1000), ('Board 2', 5000)) as board(title, size) join projects p on p.title = board.title,
      generate_series(1, board.size) n`,
    [words.things, words.middles, words.endings],
  )
  await client.query(`
    create table floor_tasks (id uuid primary key default uuidv7(), project_id uuid not null, title text not null, description text not null,
      status smallint not null default 1, assigned_to_id uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create index on floor_tasks (project_id, updated_at desc);
    insert into floor_tasks (id, project_id, title, description, status, assigned_to_id, created_at, updated_at)
    select id, project_id, title, description, status, assigned_to_id, created_at, updated_at from tasks;
    insert into task_counters select project_id, max(task_number) from tasks group by project_id;
  `)
  await client.query('vacuum analyze')
  const sessions = await client.query<{ userID: string; familyID: string }>(
    'select user_id as "userID", id as "familyID" from session_families order by id',
  )
  const projects = await client.query<{ id: string; title: string }>('select id, title from projects')
  const idOf = (title: string) => projects.rows.find((row) => row.title === title)?.id ?? ''
  return {
    sessions: sessions.rows,
    large: { 1000: idOf('Board 1'), 5000: idOf('Board 2') },
    small: projects.rows.filter(({ title }) => !['Board 1', 'Board 2'].includes(title)).map(({ id }) => id),
  }
}

/** Sets every field that a card can have, on all tasks. */
export const setAllFields = async (client: pg.Client): Promise<void> => {
  await client.query(`
    insert into labels (project_id, id, name, colour)
    select p.id, n, 'Label ' || n, (array['red', 'blue', 'green'])[n] from projects p, generate_series(1, 3) n;
    update tasks set due_on = date '2027-01-01' + task_number % 60, priority = 1 + task_number % 4, estimate_hours = 1 + task_number % 8,
      label_ids = array[1 + task_number % 3, 1 + (task_number + 1) % 3]::smallint[], comment_count = task_number % 5,
      done_when = jsonb_build_array(
        jsonb_build_object('id', uuidv7(), 'text', 'It is drawn', 'isDone', true),
        jsonb_build_object('id', uuidv7(), 'text', 'It is checked', 'isDone', false),
        jsonb_build_object('id', uuidv7(), 'text', 'It is printed', 'isDone', false));
  `)
  await client.query('vacuum analyze tasks')
}

/** The number of stages of a board that has as many as it can. */
export const STAGES = 20

/**
 * Adds a copy of a board that has 20 stages, five for each status, with its tasks spread over them. As everywhere, a task
 * in the first stage of its status does not name it. Returns the ID of the copy.
 */
export const copyWithStages = async (client: pg.Client, boardID: string): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into projects (id, title, description, skills, status, created_by)
    select uuidv7(), 'Board of stages', description, skills, status, created_by from projects where id = $1 returning id`,
    [boardID],
  )
  const copyID = rows[0]?.id ?? ''
  await client.query(
    `insert into memberships (project_id, user_id, role, last_active_at)
    select $2, user_id, role, last_active_at from memberships where project_id = $1`,
    [boardID, copyID],
  )
  await client.query(
    `insert into project_stages (project_id, id, place, name, status)
    select $1, n, n - 1, 'Stage ' || n, 1 + (n - 1) / 5 from generate_series(1, ${STAGES}) n`,
    [copyID],
  )
  await client.query(
    `insert into tasks (id, project_id, task_number, title, description, status, assigned_to_id, created_by_id, created_at, updated_at, stage_id)
    select uuidv7(), $2, task_number, title, description, status, assigned_to_id, created_by_id, created_at, updated_at,
      case when status between 1 and 4 and task_number / 6 % 5 > 0 then (status - 1) * 5 + 1 + task_number / 6 % 5 end
    from tasks where project_id = $1`,
    [boardID, copyID],
  )
  await client.query(
    `insert into task_counters (project_id, last_task_number, last_stage_id, stages_version)
    select $2, last_task_number, ${STAGES}, 1 from task_counters where project_id = $1`,
    [boardID, copyID],
  )
  await client.query('vacuum analyze')
  return copyID
}

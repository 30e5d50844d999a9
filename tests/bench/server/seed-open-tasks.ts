import type pg from 'pg'
import { VIEWER } from './seed-market.ts'
import * as words from './seed-words.ts'

/** Tasks in each project. */
const TASKS_PER_PROJECT = 100
/** The skills that tasks ask for; the viewer has the first two. */
export const SKILLS = [
  'Maps',
  'React',
  'Haskell',
  'Drawing',
  'Python',
  'Writing',
  'Sewing',
  'Tides',
  'Printing',
  'Music',
]

/**
 * Fills a database with this many open tasks in projects of a hundred. Triggers are off, so the rows of
 * `open_tasks` are written here as the triggers write them. Words, days and hours have nothing to do with each other: with one number for
 * all, those due first were the tasks of one word.
 */
export const seedOpenTasks = async (connect: () => Promise<pg.Client>, tasks: number): Promise<void> => {
  const client = await connect()
  await client.query('set session_replication_role = replica')
  await client.query(`
    insert into users (id, email, username, password_hash, name, is_email_verified, skills) values
      ('${VIEWER.userID}', 'viewer@bench.test', 'viewer', '-', 'Viewer', true, '{Maps,React}');
    insert into users (id, email, username, password_hash, name, is_email_verified)
    select uuidv7(), 'owner' || n || '@bench.test', 'owner' || n, '-', 'Owner ' || n, true from generate_series(1, 500) n;
    insert into session_families (id, user_id) values ('${VIEWER.familyID}', '${VIEWER.userID}');
  `)
  await client.query(
    `insert into projects (id, title, description, skills, status, budget, created_by, created_at, published_at)
    select uuidv7(), 'Project ' || n, 'Work.', ($2::text[])[1 + n % 10], 1, '1000000', (select id from users where username = 'owner' || (1 + n % 500)),
      now() - n * interval '1 minute', now() from generate_series(1, $1::integer) n`,
    [Math.ceil(tasks / TASKS_PER_PROJECT), SKILLS],
  )
  await client.query(`
    insert into memberships (project_id, user_id, role, last_active_at) select id, created_by, 'owner', now() from projects;
    insert into task_counters select id, ${TASKS_PER_PROJECT} from projects`)
  await client.query(
    `insert into tasks (id, project_id, task_number, title, description, status, offer_cents, due_on, estimate_hours)
    select uuidv7(), p.id, n, 'Task ' || n || ': ' || ($1::text[])[1 + w % array_length($1, 1)],
      ($2::text[])[1 + w / 7 % array_length($2, 1)], 1, case when h % 5 = 0 then 0 else 100 * (1 + h % 997) end,
      case when h % 3 > 0 then current_date + h % 120 end, case when h % 4 > 0 then 0.25 * (1 + h % 160) end
    from projects p, generate_series(1, ${TASKS_PER_PROJECT}) n, lateral (
      select (hashtextextended(p.id::text, n) & 2147483647)::integer as h, (hashtextextended(p.id::text, -n) & 2147483647)::integer as w) as random
    order by random() limit $3`,
    [words.things, words.middles, tasks],
  )
  await client.query(
    `insert into offers (task_id, project_id, amount_cents, currency, mode, takers, skills, made_by, made_at, changed_at)
    select t.id, t.project_id, t.offer_cents, case when h % 10 = 0 then 'EUR' else 'USD' end, case when h % 3 = 0 then 'apply' else 'claim' end,
      case h % 20 when 0 then 'members' when 1 then 'newcomers' else 'anyone' end, case when h % 2 = 0 then array[($1::text[])[1 + h / 3 % 10]] else '{}' end,
      p.created_by, now() - h % 10000000 * interval '1 second', now()
    from tasks t join projects p on p.id = t.project_id, lateral (select (hashtextextended(t.id::text, 3) & 2147483647)::integer as h) as random`,
    [SKILLS],
  )
  await client.query(`
    insert into open_tasks
      (task_id, project_id, currency, amount_cents, mode, takers, min_tier, due_key, hours_key, place, skills, search_text)
    select o.task_id, o.project_id, o.currency, o.amount_cents, o.mode, o.takers, o.min_tier, coalesce(t.due_on, 'infinity'),
      coalesce(t.estimate_hours::float8, 'infinity'), -(extract(epoch from o.made_at) * 1000000)::bigint, skill_names(asked.skills),
      fold_text(t.title || ' ' || asked.skills || ' ' || p.title || ' ' || left(t.description, 300))
    from offers o join tasks t on t.id = o.task_id join projects p on p.id = o.project_id cross join lateral (
      select case when cardinality(o.skills) > 0 then array_to_string(o.skills, ', ') else p.skills end as skills) as asked`)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  await client.end()
}

import { sql, type Kysely } from 'kysely'

/**
 * The folded titles of tasks, for searching. They are a table of their own, because tasks are changed all the time:
 * moving one must neither write an index of words nor read one.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The operator class is named with its schema, as in the first migration, because the search path may lack that
  // schema.
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension pg_trgm is missing.')
  await sql.raw(taskTitles(extension.schema)).execute(db)
}

const taskTitles = (schema: string): string => `
-- Each title has a space before it, so that '% an%' finds the words that begin with 'an'.
create table task_titles (
  task_id uuid primary key references tasks on delete cascade,
  project_id uuid not null,
  words text not null
);

-- A task in the trash has no row, so that no search finds it.
create function note_task_title() returns trigger language plpgsql as $body$
begin
  if new.deleted_at is null then
    insert into task_titles (task_id, project_id, words) values (new.id, new.project_id, fold_text(' ' || new.title))
    on conflict (task_id) do update set words = excluded.words;
  else
    delete from task_titles where task_id = new.id;
  end if;
  return null;
end
$body$;
create trigger tasks_title_inserted after insert on tasks for each row execute function note_task_title();
create trigger tasks_title_updated after update on tasks for each row
  when (old.title is distinct from new.title or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function note_task_title();

insert into task_titles select id, project_id, fold_text(' ' || title) from tasks where deleted_at is null;
create index task_titles_project_idx on task_titles (project_id);
create index task_titles_words_idx on task_titles using gin (words ${schema}.gin_trgm_ops);
`

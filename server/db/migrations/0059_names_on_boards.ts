import { sql, type Kysely } from 'kysely'

/**
 * Cards show the names of who made a task and who has it. A name that changes is counted in the tags of the boards that show it,
 * so that a quiet board does not keep the former one; `gone_versions` is what such a tag has beside its
 * tasks. A trigger, so that no way of changing a name can forget it. The counters are
 * held in the order in which all others hold several.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
create function note_shown_name() returns trigger language plpgsql as $$
begin
  insert into task_counters as counter (project_id, last_task_number, gone_versions)
  select shown.project_id, (select max(task_number) from tasks where tasks.project_id = shown.project_id), 1
  from (
    select project_id from tasks where created_by_id = new.id union select project_id from tasks where assigned_to_id = new.id
  ) as shown order by shown.project_id
  on conflict (project_id) do update set gone_versions = counter.gone_versions + 1;
  return null;
end $$;
create trigger users_shown after update of name, username on users for each row
  when (old.name is distinct from new.name or old.username is distinct from new.username)
  execute function note_shown_name();
`,
    )
    .execute(db)
}

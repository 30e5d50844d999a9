import { sql, type Kysely } from 'kysely'

/**
 * The title that a project had when a request to it was answered or ended: what people see who may no longer open the project. A
 * trigger writes it, so that each way in which a request ends does, also in a process of the release before.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table project_requests add column title_then text;
update project_requests r set title_then = p.title from projects p
where p.id = r.project_id and (r.status <> 0 or r.withdrawn_at is not null);

create function keep_title_then() returns trigger language plpgsql as $$
begin
  new.title_then := (select title from projects where id = new.project_id);
  return new;
end $$;
create trigger project_requests_title_then before update of status, withdrawn_at on project_requests for each row
  when (old.status = 0 and old.withdrawn_at is null and (new.status <> 0 or new.withdrawn_at is not null))
  execute function keep_title_then();
create trigger project_requests_title_then_new before insert on project_requests for each row
  when (new.title_then is null and (new.status <> 0 or new.withdrawn_at is not null)) execute function keep_title_then();
`,
    )
    .execute(db)
}

import { sql, type Kysely } from 'kysely'

/**
 * An application to a task is a request that names it. Beside it the same person may have others pending in the project, so
 * "one pending request of a person and a project" is for the other kinds. Its end counts in the creator's answers.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([columns, counting].join('\n')).execute(db)
}

const columns = `
alter table project_requests
  add column task_id uuid references tasks on delete cascade,
  add column idempotency_key text,
  drop constraint project_requests_kind_check,
  add constraint project_requests_kind_check check (kind in ('application', 'invitation', 'taskApplication')),
  drop constraint project_requests_invitation_check,
  add constraint project_requests_invitation_check check (kind <> 'invitation' or letter is null and answers = '[]'),
  add constraint project_requests_task_check check ((kind = 'taskApplication') = (task_id is not null));
drop index project_requests_pending_key;
create unique index project_requests_pending_key on project_requests (project_id, user_id)
  where status = 0 and withdrawn_at is null and task_id is null;
create unique index project_requests_task_pending_key on project_requests (task_id, user_id)
  where status = 0 and withdrawn_at is null and task_id is not null;
create unique index project_requests_task_key on project_requests (task_id, user_id, idempotency_key)
  where task_id is not null;
`

const counting = `
drop trigger project_requests_closed on project_requests;
create trigger project_requests_closed after update on project_requests for each row
  when (new.kind <> 'invitation' and (old.status is distinct from new.status or old.expired_at is distinct from new.expired_at))
  execute function note_closed_request();
drop trigger project_requests_closed_before on project_requests;
create trigger project_requests_closed_before after insert on project_requests for each row
  when (new.kind <> 'invitation' and (new.status > 0 or new.expired_at is not null))
  execute function note_closed_request();
create or replace function count_answers(owner_id uuid) returns void language plpgsql as $$
begin
  insert into answer_records (user_id) values (owner_id) on conflict do nothing;
  perform from answer_records where user_id = owner_id for update;

  -- Who waited for the row counts what the one before has changed.
  update answer_records a set closed = c.closed, answered = c.answered, median_hours = c.median_hours
  from (
    select count(*) as closed, count(*) filter (where status > 0) as answered,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at) / 3600)
        filter (where status > 0 and answered_at is not null) as median_hours
    from (
      select r.status, r.created_at, r.answered_at from projects p join project_requests r on r.project_id = p.id
      where p.created_by = owner_id and r.kind <> 'invitation'
        and (r.expired_at is not null or (r.status > 0 and r.withdrawn_at is null))
      order by coalesce(r.expired_at, r.answered_at, r.updated_at) desc limit 50
    ) as newest
  ) as c
  where a.user_id = owner_id;
end $$;
`

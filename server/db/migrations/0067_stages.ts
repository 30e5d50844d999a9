import { sql, type Kysely } from 'kysely'

/**
 * The stages into which a project divides the columns of its board, in order. Their IDs count from 1 within the project
 * and are never used again, so that a card of a board has a short number. A task without a stage is in the first one of
 * its status. The key of three columns lets the database refuse a stage of another project or status, and one that is
 * gone; the trigger `tasks_shown` lets a change of the status alone take a task out of its stage.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([stages, shown].join('\n')).execute(db)
}

const stages = `
create table project_stages (
  project_id uuid not null references projects on delete cascade,
  id smallint not null,
  place smallint not null,
  name text not null,
  status smallint not null check (status between 1 and 4),
  -- The number of tasks from which on the column says that it is too full; it refuses none.
  card_limit smallint check (card_limit between 1 and 99),
  primary key (project_id, id),
  unique (project_id, id, status),
  -- Deferrable, so that two stages can exchange their places or names in one statement.
  constraint project_stages_place_key unique (project_id, place) deferrable,
  constraint project_stages_name_key exclude using btree (project_id with =, lower(name) with =) deferrable
);

alter table task_counters
  add column last_stage_id smallint not null default 0,
  add column stages_version integer not null default 0;

alter table tasks add column stage_id smallint,
  add constraint tasks_stage_fkey foreign key (project_id, stage_id, status) references project_stages (project_id, id, status);
create index tasks_stage_idx on tasks (project_id, stage_id) where stage_id is not null;

alter table task_templates add column stage_id smallint,
  add constraint task_templates_stage_fkey foreign key (project_id, stage_id) references project_stages (project_id, id)
    on delete set null (stage_id);
`

const shown = `
create or replace function note_shown_task() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.shown_version := old.shown_version + 1;
    if new.status = old.status then
      return new;
    end if;
    if new.rank = old.rank then
      new.rank := top_rank();
    end if;
    if new.stage_id = old.stage_id then
      new.stage_id := null;
    end if;
  end if;
  -- Statuses: 3 is Under Review.
  new.waits_since := case when new.status = 3 then new.updated_at end;
  return new;
end $$;
`

import { sql, type Kysely } from 'kysely'

/**
 * Guests of one task, and what a project thinks of people who are no members. A claim that was made under an offer says from
 * when on its holder may read, also when another offer has followed; when it ends it keeps what the holder wrote, because
 * others can delete a comment later.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table claims
  -- When the offer was made under which the task was taken; null for a task without one, which lets nobody in.
  add column reads_since timestamptz,
  -- The holder's own comments as they were when the claim ended, oldest first.
  add column own_comments jsonb;

-- For claims of before, the offer that is there is the one that was taken, unless it was made later.
update claims c set reads_since = least(c.claimed_at, coalesce(o.made_at, c.claimed_at))
from claims d left join offers o on o.task_id = d.task_id
where d.id = c.id and c.terms ->> 'amountCents' is not null;

create index claims_guest_idx on claims (user_id, project_id) where reads_since is not null and state in ('active', 'finished');

-- Whom the owners and admins of a project vouch for, and whom they have blocked: one or the other.
create table project_people (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users,
  mark text not null check (mark in ('vouched', 'blocked')),
  marked_by uuid not null references users,
  marked_at timestamptz not null,
  primary key (project_id, user_id)
);
create index project_people_person_idx on project_people (user_id);
`,
    )
    .execute(db)
}

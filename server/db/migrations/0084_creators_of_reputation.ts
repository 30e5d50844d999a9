import { sql, type Kysely } from 'kysely'

/**
 * A tier follows the number and how many creators gave it. Each line knows the creator of its project, each person how many
 * creators their number comes from, and `tier_level` is the rule, for indexes and orders. Numbers stay; the people whose tier
 * falls by the update wait in `tier_falls` until the clock has told them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([columns, rule, counting, falls].join('\n')).execute(db)
}

const columns = `
-- No foreign key: a line outlives what it tells of. Null before there were lines, which counts as one creator.
alter table reputation_events add column creator_id uuid;
update reputation_events r set creator_id = p.created_by from projects p where p.id = r.project_id;
alter table users add column reputation_creators integer not null default 0 check (reputation_creators >= 0);
create index reputation_events_creators on reputation_events (user_id, creator_id);
`

/* The same rule as tierOf in shared/rules/tiers.ts. */
const rule = `
create function tier_level(reputation integer, creators integer) returns smallint language sql immutable parallel safe
return (case
  when reputation >= 2000 and creators >= 3 then 3
  when reputation >= 500 and creators >= 2 then 2
  when reputation >= 100 then 1
  else 0
end)::smallint;
-- Beginner, intermediate, advanced.
create function skill_level(reputation integer, creators integer) returns smallint language sql immutable parallel safe
return (case tier_level(reputation, creators) when 0 then 0 when 3 then 2 else 1 end)::smallint;
`

/*
 * A trigger, so that no way to write a line forgets it. The person's row is locked before their lines are counted: of two
 * changes at once, the second count has both.
 */
const counting = `
create function name_creator() returns trigger language plpgsql as $$
begin
  if new.creator_id is null and new.project_id is not null then
    select created_by into new.creator_id from projects where id = new.project_id;
  end if;
  return new;
end $$;
create trigger reputation_creator_named before insert on reputation_events
  for each row execute function name_creator();

create function creators_of(person uuid) returns integer language sql stable
return (
  select count(*)::integer from (
    select from reputation_events
    where user_id = person and creator_id is distinct from person
    group by creator_id having sum(delta) > 0
  ) as gave
);

create function count_creators() returns trigger language plpgsql as $$
begin
  perform from users where id in (select user_id from changed) order by id for no key update;
  update users u set reputation_creators = creators_of(u.id)
  where u.id in (select user_id from changed) and u.reputation_creators <> creators_of(u.id);
  return null;
end $$;
create trigger reputation_creators_inserted after insert on reputation_events
  referencing new table as changed for each statement execute function count_creators();
create trigger reputation_creators_deleted after delete on reputation_events
  referencing old table as changed for each statement execute function count_creators();
`

const falls = `
update users set reputation_creators = creators_of(id) where reputation > 0;
create index users_by_tier_idx on users (tier_level(reputation, reputation_creators), reputation, id);
create index users_talents_level_idx on users (skill_level(reputation, reputation_creators), reputation desc, id)
  where show_in_talent_directory and is_email_verified and suspended_at is null and deletion_due_at is null;

create table tier_falls (
  user_id uuid primary key references users on delete cascade,
  from_level smallint not null,
  to_level smallint not null,
  check (from_level > to_level)
);
insert into tier_falls (user_id, from_level, to_level)
select id, before, after from (
  select id, tier_level(reputation, 3) as before, tier_level(reputation, reputation_creators) as after
  from users where deleted_at is null
) as levels where before > after;
`

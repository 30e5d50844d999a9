import { sql, type Kysely } from 'kysely'

/** What people choose projects by, in a form that can be compared, and the indexes for it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([values, indexes].join('\n')).execute(db)
}

/*
 * Functions of the texts, and no columns: indexes over functions are made without writing the table anew, and no way of
 * changing a project can forget them.
 */
const values = String.raw`
-- A budget in dollars when its text is one number ('3000', '$3,000.50'), else null; budgetInCents of shared/rules/money.ts says the same.
create function budget_amount(budget text) returns numeric
language sql immutable parallel safe
return case when budget ~* '^\s*\$?\s*([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,12})(\.[0-9]{1,2})?\s*(USD|\$)?\s*$'
  then regexp_replace(budget, '[^0-9.]', '', 'g')::numeric end;

-- The day of a deadline that is a date, YYYY-MM-DD; null for words, and for days that do not exist.
create function deadline_day(deadline text) returns date
language sql immutable parallel safe
return case when deadline ~ '^\s*[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\s*$' and left(btrim(deadline), 4) <> '0000'
  then case when substr(btrim(deadline), 9, 2)::integer <= extract(day from
    make_date(left(btrim(deadline), 4)::integer, substr(btrim(deadline), 6, 2)::integer, 1) + interval '1 month' - interval '1 day')
    then make_date(left(btrim(deadline), 4)::integer, substr(btrim(deadline), 6, 2)::integer, substr(btrim(deadline), 9, 2)::integer) end
  end;

-- The skills of a comma-separated text, folded as searches compare them.
create function skill_names(skills text) returns text[]
language sql immutable strict parallel safe
return array_remove(regexp_split_to_array(btrim(fold_text(skills)), '\s*,\s*'), '');

-- The most hours a week that a project asks for: its own number, else the most of its tier; usualHours of shared/rules/tiers.ts says the same.
create function hours_asked(weekly_hours double precision, tier text) returns double precision
language sql immutable parallel safe
return case when weekly_hours > 0 then weekly_hours
  else case tier when 'basic' then 10 when 'bronze' then 20 when 'silver' then 30 else 40 end end;
`

const isOpen = 'status in (1, 2) and archived_at is null and deleted_at is null'
const indexes = `
create index projects_market_budget_idx on projects ((-budget_amount(budget)), created_at desc, id desc) where ${isOpen};
create index projects_market_deadline_idx on projects (deadline_day(estimated_deadline), created_at desc, id desc) where ${isOpen};
create index projects_market_skills_idx on projects using gin (skill_names(skills)) where ${isOpen};
create index projects_market_hours_idx on projects (hours_asked(weekly_hours, tier)) where ${isOpen};
-- Who answers fastest; below five closed requests chance would say it.
create index answer_records_fastest_idx on answer_records (median_hours, user_id) where closed >= 5 and median_hours is not null;
`

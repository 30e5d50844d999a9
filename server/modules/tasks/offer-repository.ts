import { sql } from 'kysely'
import { utcText } from '#server/access/board-columns.ts'

/** What the task's open offer promises. A task without one costs no more than reading its row. */
export const offerColumn = sql`case when t.offer_cents is not null then (
  select jsonb_build_object('amountCents', o.amount_cents, 'currency', o.currency, 'mode', o.mode, 'takers', o.takers,
    'minTier', o.min_tier, 'leaseDays', o.lease_days, 'reviewDays', o.review_days, 'payDays', o.pay_days,
    'aiRule', o.ai_rule, 'version', o.version, 'madeAt', ${utcText('o.made_at')},
    'skills', case when o.skills <> '{}' then to_jsonb(o.skills) else (
      select coalesce(jsonb_agg(trim(skill)), '[]') from projects p, unnest(string_to_array(p.skills, ',')) as skill
      where p.id = o.project_id and trim(skill) <> '') end)
  from offers o where o.task_id = t.id) end as offer`

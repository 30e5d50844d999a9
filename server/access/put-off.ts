import { sql } from 'kysely'

/** Whether the pay date of the claim `c` waits: it was not over when its dispute opened, and goes on when that ends. */
export const isPutOff = sql<boolean>`coalesce((
  select waits.ended_at is null and waits.pay_by is not null from disputes waits where waits.claim_id = c.id), false)`

/** By when the due of the claim `c` is to be paid. Null while that waits: for who is owed it to say how to be paid, or for the end of a dispute. */
export const payDate = sql`case when not ${isPutOff} then pay_date(c.project_id, c.user_id, c.pay_by) end`

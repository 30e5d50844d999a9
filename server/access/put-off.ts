import { sql } from 'kysely'

/** Whether the pay date of the claim `c` waits: it was not over when its dispute opened, and goes on when that ends. */
export const isPutOff = sql<boolean>`coalesce((
  select waits.ended_at is null and waits.pay_by is not null from disputes waits where waits.claim_id = c.id), false)`

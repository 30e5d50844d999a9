import { sql } from 'kysely'

/** Whether the claim `c` is about work that was handed in under an offer and waits for its end. */
export const isHandedIn = sql<boolean>`(c.state = 'active' and c.first_hand_in_at is not null and c.terms ->> 'amountCents' is not null)`

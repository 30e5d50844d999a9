import { sql, type Kysely } from 'kysely'

/**
 * The seats that people's live streams have, at all processes together. A seat is held for a short time and again and again,
 * so that those of a process that was killed become free. Losing the rows does no harm, so nothing waits for the disk.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create unlogged table stream_seats (
    -- No reference: a restore empties the table of people, and a seat is given up by itself.
    user_id uuid not null,
    seat smallint not null,
    -- The stream that has it.
    stream_id uuid not null unique,
    held_until timestamptz not null,
    primary key (user_id, seat)
  )`.execute(db)
}

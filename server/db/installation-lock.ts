import { type RawBuilder, sql } from 'kysely'
import { prepared } from './prepared.ts'

/** Advisory locks are the database's. This makes one of another schema another lock; those of `public` are what they were without it. */
const ofSchema = sql`coalesce(hashtextextended(nullif(current_schema(), 'public'), 0), 0)`

/** The statement that lets one transaction of this installation at a time do what the key names, until it ends. */
export const lockOf = (key: string): RawBuilder<unknown> =>
  sql`${prepared} select pg_advisory_xact_lock(hashtextextended(${key}, ${ofSchema}))`

/** The same for a number that earlier releases use as it is. */
export const lockOfNumber = (key: number): RawBuilder<unknown> =>
  sql`select pg_advisory_xact_lock(${key} # ${ofSchema})`

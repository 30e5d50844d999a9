import { z } from 'zod'
import { postgresUrl, postgresUrls, wholeNumber, yesOrNo } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings for the database, and for the data that the first start puts into it. */
export const databaseSettings = {
  databaseUrl: {
    environment: ['GUILDHALL_DATABASE_URL', 'DATABASE_URL'],
    help: 'A PostgreSQL 15 or newer to use instead of the embedded one: postgres://user:password@host/database.',
    must: 'an address like postgres://user:password@host/database',
    isSecret: true,
    schema: postgresUrl.optional(),
  },
  migrationsUrl: {
    environment: ['GUILDHALL_MIGRATIONS_URL'],
    help: 'The same database with the user who owns it, to bring the schema up to date; the user of DATABASE_URL may then only change rows (DATABASE_URL).',
    must: 'an address like postgres://owner:password@host/database',
    isSecret: true,
    schema: postgresUrl.optional(),
  },
  replicaUrls: {
    environment: ['GUILDHALL_REPLICA_URL'],
    help: 'Replicas of DATABASE_URL that answer what may be a moment old, separated by commas.',
    must: 'addresses like postgres://user:password@host/database, separated by commas',
    isSecret: true,
    schema: postgresUrls.default([]),
  },
  schema: {
    option: 'schema',
    environment: ['GUILDHALL_SCHEMA'],
    help: "Schema of the database that this installation has for itself, so that others can be beside it (where the role's search path leads, mostly public).",
    must: 'at most 46 small letters, digits and underscores, beginning with no digit, and no name of PostgreSQL (pg_…, information_schema)',
    // With a longer name its channel of notifications would have more than PostgreSQL's 63 bytes.
    schema: z
      .string()
      .regex(/^(?!pg_|information_schema$)[a-z_][a-z0-9_]{0,45}$/)
      .optional(),
  },
  wait: {
    option: 'wait',
    environment: ['GUILDHALL_WAIT'],
    help: 'Seconds to wait at the start for a database that does not answer yet (0).',
    must: 'a whole number from 0 to 3600',
    schema: wholeNumber.pipe(z.int().min(0).max(3600)).default(0),
  },
  poolSize: {
    option: 'pool-size',
    environment: ['GUILDHALL_POOL_SIZE'],
    help: 'Most connections to the database (10); health probes use two more.',
    must: 'a whole number from 2 to 1000',
    schema: wholeNumber.pipe(z.int().min(2).max(1000)).default(10),
  },
  statementTimeout: {
    option: 'statement-timeout',
    environment: ['GUILDHALL_STATEMENT_TIMEOUT'],
    help: 'Seconds after which the database cancels a statement (30).',
    must: 'a whole number from 1 to 600',
    schema: wholeNumber.pipe(z.int().min(1).max(600)).default(30),
  },
  demo: {
    option: 'demo',
    isSwitch: true,
    environment: ['GUILDHALL_DEMO'],
    help: 'Whether the first start fills an embedded database with demo data (yes, where only this machine reaches the server).',
    must: 'true or false',
    schema: yesOrNo.optional(),
  },
} as const satisfies Record<string, Setting>

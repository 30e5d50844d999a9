import pg from 'pg'
import { inject } from 'vitest'

/** The name of the database with the newest schema and no rows: global-setup.ts makes it, and scratch databases are copies of it. */
export const TEMPLATE = 'guildhall_template'

/** The postgres:// address of the PostgreSQL that this worker's tests use. The user may create databases. */
export const postgresUrl = (): string => {
  const urls = inject('postgresUrls')
  // Vitest numbers its workers from 1.
  return urls[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % urls.length] ?? ''
}

/** Runs one statement outside of any transaction, such as CREATE DATABASE. */
export const adminQuery = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

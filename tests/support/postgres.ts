import pg from 'pg'

/** The name of the database with the newest schema and no rows: global-setup.ts makes it, and scratch databases are copies of it. */
export const TEMPLATE = 'guildhall_template'

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

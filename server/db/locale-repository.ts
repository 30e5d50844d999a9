import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Whether the database's locale knows letters beyond a to z: with the locale C, 'Ä' has no lower case, and no search finds it as 'ä'. */
export const knowsLetters = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ knows: boolean }>`select lower('ÄЯΩ') = 'äяω' as knows`.execute(db)
  return rows[0]?.knows ?? false
}

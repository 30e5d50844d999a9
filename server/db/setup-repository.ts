import { sql } from 'kysely'
import type { Db } from './pool.ts'
import { currentRole } from './roles.ts'
import { sessionSettings } from './session-settings.ts'

/**
 * The database's settings that are off and without which an acknowledged change may be lost in a crash or power cut.
 * Source: PostgreSQL's documentation, "Write Ahead Log".
 */
export const unsafeSettings = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether the database's locale knows letters beyond a to z: with the locale C, 'Ä' has no lower case, and no search finds it as 'ä'. */
export const knowsLetters = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ knows: boolean }>`select lower('ÄЯΩ') = 'äяω' as knows`.execute(db)
  return rows[0]?.knows ?? false
}

/** Statements that give the role the settings that it would otherwise have only where this server has set them; none where it has all. */
export const settingsOfRole = async (db: Db, statementTimeout: number): Promise<string[]> => {
  const wanted = Object.entries(sessionSettings(statementTimeout))
  const { rows } = await sql<{ name: string; byDefault: string | null }>`
    select lower(name) as name, reset_val as "byDefault" from pg_settings
    where lower(name) = any(${wanted.map(([name]) => name)})`.execute(db)
  const role = await currentRole(db)
  return wanted
    .filter(([name, value]) => rows.some((row) => row.name === name && !isSame(row.byDefault ?? '', value)))
    .map(([name, value]) => `alter role ${quoted(role)} set ${name} = ${name === 'datestyle' ? value : `'${value}'`};`)
}

const isSame = (byDefault: string, wanted: string): boolean => byDefault.toLowerCase() === wanted.toLowerCase()

const quoted = (role: string): string => (/^[a-z_][a-z0-9_]*$/.test(role) ? role : `"${role.replaceAll('"', '""')}"`)

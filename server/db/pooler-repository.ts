import { sql } from 'kysely'
import { currentRole } from './roles.ts'
import type { Db } from './pool.ts'
import { sessionSettings } from './session-settings.ts'

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

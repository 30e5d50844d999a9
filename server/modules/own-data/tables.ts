import { accountTables } from './account-tables.ts'
import type { PersonalTable } from './personal-table.ts'
import { workTables } from './work-tables.ts'

/** Every table that there is, by its name. The deletion goes through them in this order; `users` is the last. */
export const personalTables: Readonly<Record<string, PersonalTable>> = { ...workTables, ...accountTables }

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#support/server.ts'
import { personalTables } from './tables.ts'

const server = testApp()
type Column = { table: string; column: string; type: string }
let schema: Column[]
beforeAll(async () => {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", t.typname as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
    order by 1, a.attnum`.execute(server.db)
  schema = rows
})

const columnsOf = (table: string, all = schema) => all.filter((row) => row.table === table).map(({ column }) => column)

/** The columns of exported tables that are neither in the export nor left out with a reason; "table.column". */
const unexplained = (all: readonly Column[]): string[] =>
  all
    .filter(({ table, column }) => {
      const { lists, without, withoutColumns = [] } = personalTables[table] ?? {}
      if (!lists) return !without
      const exported = Object.values(lists).flatMap(({ columns }) =>
        columns.map((one) => (typeof one === 'string' ? one : one[0])),
      )
      return !exported.includes(column) && !withoutColumns.includes(column)
    })
    .map(({ table, column }) => `${table}.${column}`)

/** The columns that can hold a name and of which the list does not say what becomes of it at a deletion; "table.column". */
const forgotten = (all: readonly Column[]): string[] =>
  all
    .filter(({ type }) => ['text', '_text', 'jsonb', 'json', 'varchar', 'bpchar', 'bytea'].includes(type))
    .filter(({ table, column }) => {
      const { rowsGo, becomes, texts = [], stays } = personalTables[table] ?? {}
      const isPersonsOnly = columnsOf(table).includes('user_id') || table === 'refresh_tokens'
      const isNamed =
        column in (becomes?.values ?? {}) || texts.includes(column) || stays?.columns.includes(column) === true
      return !isNamed && !(rowsGo !== undefined && isPersonsOnly)
    })
    .map(({ table, column }) => `${table}.${column}`)

test('[ACCT-25] [ACCT-29] the list of tables has every table there is, and no other', () => {
  expect(Object.keys(personalTables).toSorted()).toEqual([...new Set(schema.map(({ table }) => table))].toSorted())
  expect(Object.keys(personalTables).at(-1)).toBe('users')
})

test('[ACCT-25] each column of an exported table is in the export, or is left out by name and with a reason', () => {
  expect(unexplained(schema)).toEqual([])
  for (const [table, { lists, without, withoutColumns = [] }] of Object.entries(personalTables)) {
    if (!lists) continue
    const exported = Object.values(lists).flatMap(({ columns }) =>
      columns.map((column) => (typeof column === 'string' ? column : column[0])),
    )
    expect([...new Set([...exported, ...withoutColumns])].toSorted(), table).toEqual(columnsOf(table).toSorted())
    expect(
      withoutColumns.filter((column) => exported.includes(column)),
      table,
    ).toEqual([])
    if (withoutColumns.length > 0) expect(without, table).toBeTruthy()
  }
})

test('[ACCT-25] no column that holds a hash, a token, a code or a key is exported', () => {
  const exported = Object.values(personalTables).flatMap(({ lists = {} }) =>
    Object.values(lists).flatMap(({ columns }) => columns.map(String)),
  )
  expect(exported.filter((column) => /hash|token|secret|code|idempotency/.test(column))).toEqual([])
})

test('[ACCT-29] of each column that can hold a name the list says what becomes of it at a deletion', () => {
  expect(forgotten(schema)).toEqual([])
})

/** The tables that release 3 has brought. */
const ofRelease3 = [
  ...['offers', 'claims', 'proposals', 'ledger_entries', 'ledger_balances', 'open_tasks', 'project_people'],
  ...['saved_tasks', 'address_invitations', 'project_stages', 'disputes', 'dispute_statements', 'dispute_readings'],
  ...['reports', 'hidden_members', 'calendars', 'webhooks', 'webhook_secrets'],
  'webhook_deliveries',
]

test('[LEDGER-34] export and deletion know every table of release 3, and a new table or column of one is found', () => {
  for (const table of ofRelease3) {
    expect(columnsOf(table), table).not.toEqual([])
    const planted = { table, column: 'planted', type: 'text' }
    // A table whose rows go with the person loses the column, too; one of which nothing is exported says why of all.
    const isFound = new Set([...forgotten([planted]), ...unexplained([planted])])
    expect(isFound, table).toEqual(new Set([`${table}.planted`]))
  }
  const planted = { table: 'planted', column: 'words', type: 'text' }
  expect([unexplained([planted]), forgotten([planted])]).toEqual([['planted.words'], ['planted.words']])
})

test('[ACCT-29] names are replaced in columns of tables whose rows can be told apart by an ID', () => {
  for (const [table, { texts, key = 'id' }] of Object.entries(personalTables))
    if (texts) expect(columnsOf(table), table).toContain(key)
})

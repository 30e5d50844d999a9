import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#support/server.ts'
import { personalTables } from './tables.ts'

const server = testApp()
let schema: Array<{ table: string; column: string; type: string }>
beforeAll(async () => {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", t.typname as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
    order by 1, a.attnum`.execute(server.db)
  schema = rows
})

const columnsOf = (table: string) => schema.filter((row) => row.table === table).map(({ column }) => column)

test('[ACCT-25] [ACCT-29] the list of tables has every table there is, and no other', () => {
  expect(Object.keys(personalTables).toSorted()).toEqual([...new Set(schema.map(({ table }) => table))].toSorted())
  expect(Object.keys(personalTables).at(-1)).toBe('users')
})

test('[ACCT-25] each column of an exported table is in the export, or is left out by name and with a reason', () => {
  for (const [table, { lists, without, withoutColumns = [] }] of Object.entries(personalTables)) {
    if (!lists) {
      expect(without, table).toBeTruthy()
      continue
    }
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
  const texts = schema.filter(({ type }) =>
    ['text', '_text', 'jsonb', 'json', 'varchar', 'bpchar', 'bytea'].includes(type),
  )
  const forgotten = texts.filter(({ table, column }) => {
    const { rowsGo, becomes, texts: replaced = [], stays } = personalTables[table] ?? {}
    const isPersonsOnly = columnsOf(table).includes('user_id') || table === 'refresh_tokens'
    const isNamed =
      column in (becomes?.values ?? {}) || replaced.includes(column) || stays?.columns.includes(column) === true
    return !isNamed && !(rowsGo !== undefined && isPersonsOnly)
  })
  expect(forgotten).toEqual([])
})

test('[ACCT-29] names are replaced in columns of tables whose rows can be told apart by an ID', () => {
  for (const [table, { texts, key = 'id' }] of Object.entries(personalTables))
    if (texts) expect(columnsOf(table), table).toContain(key)
})

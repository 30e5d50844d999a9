import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

const schema = readFileSync('server/db/schema.sql', 'utf8')
const sources = ownFiles()
  .filter((file) => /^server\/.*\.ts$/.test(file) && !/\.test\.|^server\/(?:db\/migrations|demo)\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const unnamed = (sql: string): string[] =>
  [...sql.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))

test('each trigger is named in the source that relies on it', () => {
  expect(schema).toMatch(/^CREATE TRIGGER /m)
  expect(unnamed(schema)).toEqual([])
})

test('a trigger that no source names is found', () => {
  const planted = 'CREATE TRIGGER users_rung AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION ring();\n'
  expect(unnamed(`${schema}${planted}`)).toEqual(['users_rung'])
})

import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '#support/server.ts'
import { seedDemo } from './index.ts'

const app = testApp()
beforeAll(async () => {
  await seedDemo(app.db, app.clock)
})

test('the demo world has submissions in review and rejected rounds, and every open one is the one of its task', async () => {
  const { rows } = await sql<{ open: number; changes: number; second: number; astray: number }>`
    select count(*) filter (where s.state = 'open')::int as open, count(*) filter (where s.state = 'changes')::int as changes,
      count(*) filter (where s.state = 'open' and s.round = 2)::int as second,
      count(*) filter (where s.state = 'open' and t.open_round is distinct from s.round)::int as astray
    from submissions s join tasks t on t.id = s.task_id`.execute(app.db)
  const [seen] = rows
  expect(seen?.open).toBeGreaterThan(2)
  expect(seen?.changes).toBeGreaterThan(1)
  expect(seen?.second).toBeGreaterThan(0)
  expect(seen?.astray).toBe(0)
})

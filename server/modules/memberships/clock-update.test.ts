import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { runDecisionClock } from './decision-clock.ts'

test('[CLOCK-17] requests pending at the update have fourteen days from then on, and the answers before it count', async () => {
  const scratch = await createScratchDatabase({ empty: true })
  try {
    const { db } = scratch
    const before = migrations.filter(({ name }) => name < '0029')
    await migrateToLatest(db, before)
    const [owner, person, project, archived] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await sql`insert into users (id, email, username, password_hash)
      values (${owner}, 'o@example.org', 'olga', 'x'), (${person}, 'p@example.org', 'petra', 'x')`.execute(db)
    await sql`insert into projects (id, title, description, status, created_by, archived_at)
      values (${project}, 'Atlas', 'Birds.', 1, ${owner}, null), (${archived}, 'Old', 'Birds.', 1, ${owner}, now())`.execute(
      db,
    )
    const request = (of: string, kind: string, status: number) => sql`
      insert into project_requests (id, project_id, user_id, kind, status, created_by, created_at, answered_at)
      values (${randomUUID()}, ${of}, ${person}, ${kind}, ${status}, ${person}, now() - interval '90 days',
        ${status === 0 ? null : sql`now() - interval '88 days'`})`
    for (const status of [0, 1, 2]) await request(project, 'application', status).execute(db)
    await request(archived, 'invitation', 0).execute(db)
    await migrateToLatest(db)
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from answer_by - now()) / 86400)::integer as days from project_requests where status = 0`.execute(
      db,
    )
    expect(rows).toEqual([{ days: 14 }, { days: 14 }])
    const clockAt = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) })
    const left = async () =>
      (await sql<{ id: string }>`select id from project_requests where status = 0 and withdrawn_at is null`.execute(db))
        .rows
    await runDecisionClock({ db, clock: clockAt(13.9) })
    expect(await left()).toHaveLength(2)
    // The clock of an archived project is.
    await runDecisionClock({ db, clock: clockAt(14.1) })
    expect(await left()).toHaveLength(1)
    const records = await sql`select closed, answered, median_hours from answer_records`.execute(db)
    expect(records.rows).toEqual([{ closed: 3, answered: 2, median_hours: 48 }])
  } finally {
    await scratch.drop()
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'
import { createPerson, createProject } from '#support/factories.ts'
import { plantWebhook } from '#support/planted-webhook.ts'
import { testApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { backup, restore } from './commands.ts'

const server = testApp()

test('[FEED-10] a restore gives webhooks a place in the new log, behind what they were sent', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'guildhall-webhooks-'))
  const to = await createScratchDatabase({ empty: true })
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  for (const title of ['Sent', 'Waiting'])
    await owner.api.tasks.create({ body: { projectID, title, description: 'Work.' } })
  await plantWebhook(server.db, { projectID, by: owner.id, at: server.clock.now() })
  const { rows } = await sql<{ id: string }>`
    select id from events where project_id = ${projectID} and kind = 'task.created' order by xid, id`.execute(server.db)
  const sent = rows[0]?.id ?? ''
  await sql`update webhooks w set cursor_epoch = (select epoch from event_log), cursor_xid = e.xid, cursor_id = e.id
    from events e where e.id = ${sent} and w.project_id = ${projectID}`.execute(server.db)
  const run = (command: typeof backup, url: string) => {
    const { config } = loadConfig(['--data-dir', join(scratch, 'data')], { DATABASE_URL: url })
    return command({ config, argument: join(scratch, 'all.backup'), options: new Set() })
  }
  await run(backup, server.databaseUrl)
  await run(restore, to.url)
  const { rows: placed } = await sql`
    select (cursor_epoch = (select epoch from event_log)) as "isOfLog", cursor_xid::text as xid, cursor_id as id
    from webhooks where project_id = ${projectID}`.execute(to.db)
  expect(placed).toEqual([{ isOfLog: true, xid: '1', id: sent }])
  await to.drop()
  await rm(scratch, { recursive: true, force: true })
})

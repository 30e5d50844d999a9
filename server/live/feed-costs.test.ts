import { afterAll, expect, test } from 'vitest'
import { createPerson, createProject } from '#support/factories.ts'
import { wholeLog } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { PREPARED } from '../db/prepared.ts'
import { endOfLog, writeCursor } from '../events/read.ts'

const statements = watchStatements()
const server = testApp()
afterAll(() => statements.restore())

test('[FEED-21] a call that waits is woken by the commit, and what it reads is planned once', async () => {
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  await wholeLog(server)
  const after = writeCursor(await endOfLog(server.db))
  const ran = await statements.during(async () => {
    const waiting = owner.api.events.list({ query: { after, wait: 25 } })
    await owner.api.tasks.create({ body: { projectID, title: 'Draw the quay', description: 'In ink.' } })
    const { data } = await waiting
    expect(data.map(({ kind }) => kind)).toContain('task.created')
  })
  const reads = ran.filter(({ text }) =>
    /from (event_log|memberships m join|stream_seats)|stream_seats where/.test(text),
  )
  expect(reads.length).toBeGreaterThan(3)
  expect(reads.filter(({ text }) => !text.startsWith(PREPARED))).toEqual([])
})

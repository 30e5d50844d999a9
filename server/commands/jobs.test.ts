import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { withTx } from '../db/pool.ts'
import { type JobDefinition, createRegistry } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { runDueJobs } from '../jobs/worker.ts'
import { list, retry } from './jobs.ts'

const server = testApp()

const config = () =>
  loadConfig(['--data-dir', join(tmpdir(), 'nothing-is-kept-here')], { DATABASE_URL: server.databaseUrl }).config

test('what waits and what was given up is listed, and tried again once it is asked for', async () => {
  expect(await list({ config: config() })).toEqual({ says: 'No job waits, and none was given up.' })
  expect(await retry({ config: config() })).toEqual({ says: 'No job was given up.' })
  let isMended = false
  const done: string[] = []
  const letter: JobDefinition<{ to: string }> = {
    kind: 'letter',
    schema: z.object({ to: z.string() }),
    perform: (_, { to }) => {
      if (!isMended) return Promise.reject(new Error('the letter box is shut'))
      done.push(to)
      return Promise.resolve(true)
    },
    isFinal: () => true,
  }
  const registry = createRegistry([letter])
  const { db, clock } = server
  await withTx(db, (tx) => enqueue(tx, letter, { to: 'ann' }, clock.now()))
  expect((await list({ config: config() })).says).toMatch(/^letter: 1 waiting, 0 given up; the oldest is of \d{4}-/)
  await runDueJobs(server.deps, registry)
  expect(await list({ config: config() })).toEqual({
    says: expect.stringMatching(/^letter: 0 waiting, 1 given up; .*; last error: the letter box is shut$/) as string,
    code: 1,
  })
  isMended = true
  await runDueJobs(server.deps, registry)
  expect(done).toEqual([])
  expect(await retry({ config: config() })).toEqual({ says: '1 job will be tried again as soon as a server runs.' })
  await runDueJobs(server.deps, registry)
  expect(done).toEqual(['ann'])
  expect(await list({ config: config() })).toEqual({ says: 'No job waits, and none was given up.' })
})

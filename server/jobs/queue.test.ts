import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '#support/server.ts'
import { allJobs } from '../process/all-jobs.ts'
import { withTx } from '../db/pool.ts'
import { createRegistry, type JobDefinition, type JobOutcome, type JobRegistry } from './job.ts'
import { claimJobs, enqueue, finishJob, type QueueOptions, removeOldJobs } from './queue.ts'
import { runDueJobs, startWorker } from './worker.ts'

const server = testApp()
beforeEach(() => server.db.deleteFrom('jobs').execute())

/** A job for tests only: it records the work it was asked to do, and the results that it received. */
const noting = (kind: string, behave: () => Promise<boolean> = async () => true) => {
  const done: string[] = []
  const outcomes: JobOutcome[] = []
  const job: JobDefinition<{ word: string }> = {
    kind,
    schema: z.object({ word: z.string() }),
    perform: async (_deps, { word }) => {
      done.push(word)
      return behave()
    },
    noteOutcome: async (_db, _payload, outcome) => void outcomes.push(outcome),
  }
  return { job, registry: createRegistry([job]), done, outcomes }
}
const put = (job: JobDefinition<{ word: string }>, word: string, queueing?: QueueOptions) =>
  withTx(server.db, (tx) => enqueue(tx, job, { word }, server.clock.now(), queueing))
const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000)
const waiting = () => server.db.selectFrom('jobs').selectAll().orderBy('id').execute()

describe('the kinds of jobs that a worker knows', () => {
  test('every job of the server has a kind of its own, and a kind that is there twice is refused', () => {
    const kinds = [
      'answer-mail',
      'appeal-mail',
      'assignment-mail',
      'decision-mail',
      'invitation-mail',
      'notice-mail',
      'task-answer-mail',
    ]
    kinds.push(
      'code-mail',
      'deletion-mail',
      'deletion-put-off-mail',
      'deletion-taken-back-mail',
      'email-changed-mail',
      'email-given-back-mail',
      'email-left-mail',
      'export-mail',
      'new-address-code-mail',
      'password-changed-mail',
      'payout-changed-mail',
      'payout-removed-mail',
      'reset-link-mail',
      'sign-in-mail',
      'suspended-mail',
      'suspension-mail',
      'token-made-mail',
      'two-step-off-mail',
      'two-step-on-mail',
      'waitlist-mail',
    )
    expect([...allJobs.keys()].sort()).toEqual(kinds.sort())
    for (const [kind, job] of allJobs) expect(job.kind).toBe(kind)
    expect(() => createRegistry([noting('one').job, noting('two').job, noting('one').job])).toThrow('"one"')
  })

  test('a job of an unknown kind is logged, tried again and in the end given up; other jobs go on', async () => {
    const { job, registry, done } = noting('known')
    await put(noting('of a newer release').job, 'x')
    await put(job, 'first')
    await runDueJobs(server.deps, registry)
    expect(done).toEqual(['first'])
    const error = 'This server knows no job "of a newer release". A newer one may have queued it.'
    expect(await waiting()).toMatchObject([{ attempts: 1, gave_up_at: null, last_error: error }])
    for (let hour = 0; hour < 20; hour++) {
      server.clock.advance(3_601)
      await runDueJobs(server.deps, registry)
    }
    expect(await waiting()).toMatchObject([{ attempts: 12, gave_up_at: expect.any(Date) as Date, last_error: error }])
    await put(job, 'second')
    await runDueJobs(server.deps, registry)
    expect(done).toEqual(['first', 'second'])
  })

  test('a job whose payload does not fit its schema fails alone, and is not begun', async () => {
    const { job, registry, done } = noting('strict')
    const strange = { kind: 'strict', payload: JSON.stringify({ word: 7 }), run_at: new Date(0) }
    await server.db
      .insertInto('jobs')
      .values({ id: crypto.randomUUID(), ...strange })
      .execute()
    await put(job, 'good')
    await runDueJobs(server.deps, registry)
    expect(done).toEqual(['good'])
    expect(await waiting()).toMatchObject([{ kind: 'strict', attempts: 1 }])
  })

  test('a job is told the result of each try', async () => {
    const answers = [async () => true, async () => false, () => Promise.reject(new Error('not now'))]
    const { job, registry, outcomes } = noting('told', () => answers.shift()?.() ?? Promise.reject(new Error('final')))
    for (const word of ['a', 'b', 'c']) {
      await put(job, word)
      await runDueJobs(server.deps, registry)
    }
    server.clock.advance(16)
    await runDueJobs(server.deps, createRegistry([{ ...job, isFinal: (error) => String(error).includes('final') }]))
    expect(outcomes).toEqual([
      { state: 'done' },
      { state: 'nothing' },
      { state: 'waiting', reason: 'not now' },
      { state: 'failed', reason: 'final' },
    ])
  })
})

describe('when a job is due', () => {
  test('a job for later waits until then, by the product’s clock', async () => {
    const { job, registry, done } = noting('later')
    await put(job, 'x', { runAt: inSeconds(600) })
    server.clock.advance(590)
    await runDueJobs(server.deps, registry)
    expect(done).toEqual([])
    server.clock.advance(20)
    await runDueJobs(server.deps, registry)
    expect(done).toEqual(['x'])
  })

  test('a job that is due in two months is not deleted before', async () => {
    const { job, registry, done } = noting('much later')
    await put(job, 'x', { runAt: inSeconds(60 * 24 * 3600) })
    server.clock.advance(61 * 24 * 3600)
    await removeOldJobs(server.db, registry, server.clock.now())
    await runDueJobs(server.deps, registry)
    expect(done).toEqual(['x'])
  })

  test('only one job with a key waits: it stays or is replaced; other keys and other kinds have jobs of their own', async () => {
    const { job } = noting('digest')
    const [first, second] = [inSeconds(600), inSeconds(1200)]
    await put(job, 'kept', { runAt: first, key: 'ada' })
    await put(job, 'not wanted', { runAt: second, key: 'ada' })
    await put(job, 'before', { runAt: first, key: 'grace' })
    await put(job, 'after', { runAt: second, key: 'grace', ifWaiting: 'replace' })
    await put(noting('other digest').job, 'of its own', { runAt: first, key: 'ada' })
    await put(job, 'without', {})
    await put(job, 'a key', {})
    const rows = (await waiting()).map(({ payload, run_at }) => [(payload as { word: string }).word, run_at])
    expect(rows.slice(0, 3)).toEqual([
      ['kept', first],
      ['after', second],
      ['of its own', first],
    ])
    expect(rows).toHaveLength(5)
  })

  test('many processes that queue one key at the same time leave one job', async () => {
    const { job } = noting('digest')
    await Promise.all(Array.from({ length: 8 }, (_, i) => put(job, String(i), { key: 'ada', ifWaiting: 'replace' })))
    expect(await waiting()).toHaveLength(1)
  })

  test('a job whose try has begun gives up its key, so that later changes get a job of their own', async () => {
    const { job } = noting('digest')
    await put(job, 'begun', { key: 'ada' })
    const [begun] = await claimJobs(server.db, server.clock.now(), 10)
    await put(job, 'meanwhile', { key: 'ada' })
    expect(await waiting()).toHaveLength(2)
    if (begun) await finishJob(server.db, begun)
    expect(await waiting()).toMatchObject([{ payload: { word: 'meanwhile' }, key: 'ada' }])
  })
})

describe('a worker is woken', () => {
  const AN_HOUR = 3_600_000
  /** A worker that has looked once, and looks again by itself only long after the test's end. */
  const sleeping = async (registry: JobRegistry) => {
    const stop = startWorker(server.deps, registry, { everyMs: AN_HOUR })
    await new Promise((resolve) => setTimeout(resolve, 200))
    return stop
  }

  test('by a commit of its own process, at once; not before it, and not when nothing was committed', async () => {
    const { job, registry, done } = noting('now')
    const stop = await sleeping(registry)
    await withTx(server.db, async (tx) => {
      await enqueue(tx, job, { word: 'committed' }, server.clock.now())
      await sql`select pg_sleep(0.1)`.execute(tx)
      expect(done).toEqual([])
    })
    // By itself this worker would look in an hour.
    await expect.poll(() => done, { interval: 2 }).toEqual(['committed'])
    const failing = withTx(server.db, async (tx) => {
      await enqueue(tx, job, { word: 'rolled back' }, server.clock.now())
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await put(job, 'second')
    await expect.poll(() => done, { interval: 2 }).toEqual(['committed', 'second'])
    await stop()
  })

  test('does what comes before its jobs at each look, and the jobs also when that fails', async () => {
    const { job, registry, done } = noting('after')
    let looks = 0
    const before = () => {
      looks += 1
      return Promise.reject(new Error('nothing can be queued'))
    }
    await put(job, 'done all the same')
    const stop = startWorker(server.deps, registry, { everyMs: AN_HOUR, before })
    await expect.poll(() => done, { interval: 2 }).toEqual(['done all the same'])
    expect(looks).toBe(1)
    await stop()
  })

  test('also while it works, for a job queued after its last look; and no longer when it was stopped', async () => {
    let release = () => {}
    let isHeld = true
    const behave = async () => {
      if (isHeld) await new Promise<void>((resolve) => (release = resolve))
      return true
    }
    const { job, registry, done } = noting('busy', behave)
    const stop = await sleeping(registry)
    await put(job, 'held')
    await expect.poll(() => done).toEqual(['held'])
    await put(job, 'meanwhile')
    isHeld = false
    release()
    await expect.poll(() => done).toEqual(['held', 'meanwhile'])
    await stop()
    await put(job, 'after the stop')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(done).toHaveLength(2)
  })
})

test('a job is queued with only what its own schema names', () => {
  const { job } = noting('typed')
  // @ts-expect-error The schema's field is called `word`.
  const wrong = () => withTx(server.db, (tx) => enqueue(tx, job, { taskID: 'x' }, server.clock.now()))
  expect(wrong).toBeTypeOf('function')
})

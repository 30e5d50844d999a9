import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createChanges } from '#shared/api-client/changes.ts'
import { followEvents } from '#shared/api-client/follow-events.ts'
import { type Api, apiBase, axiosTransport, createClient, type Transport } from '#shared/api-client/index.ts'
import { streamTransport } from '#shared/api-client/stream-transport.ts'
import { operations } from '#shared/contract/index.ts'
import { createLogger } from '#server/process/log.ts'
import { startDatabaseProxy } from '#support/database-proxy.ts'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { adminQuery } from '#support/postgres.ts'
import { readsThatHold } from '#support/read-walk.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '#support/replicated-postgres.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { createDb } from './pool.ts'
import { LAG_MAX_MS } from './replicas.ts'

let postgres: ReplicatedPostgres
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
/** Two processes on one database, which both know its replica. */
let apps: TestApp[]
const lines: string[] = []

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
  proxy = await startDatabaseProxy(postgres.replica)
  const options = { url: postgres.primary, config: { replicaUrls: [proxy.url], poolSize: 5, searchLimit: 1_000_000 } }
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  apps = [await startTestApp({ ...options, deps: { logger } }), await startTestApp(options)]
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await proxy.close()
  await postgres.stop()
})

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const first = () => apps[0] as TestApp
const readsOf = (place: 'replica' | 'primary' | 'repeated') =>
  apps.reduce((sum, { deps }) => sum + (deps.replicas?.reads()[place] ?? 0), 0)
/** Until both processes read from the replica. */
const replicaIsRead = () =>
  vi.waitFor(() => {
    for (const { deps } of apps) expect(deps.replicas?.lags()[0]?.seconds).toBeLessThan(1)
  }, 20_000)

/** A program of a person, each of whose calls goes to any process, as behind a balancer. It was not begun just now. */
const programOf = (bearer: string) => {
  let changedAt = 0
  const changes = createChanges({ read: () => changedAt, write: (at) => void (changedAt = at) })
  const send: Transport = (call, endpoint, options) => {
    const { origin } = anyOf(apps)
    const transport =
      endpoint.transfer === 'stream'
        ? streamTransport({ serverOrigin: () => origin, fetch: (url, init) => fetch(url, init) })
        : axiosTransport({ baseURL: () => apiBase(origin) })
    return transport(call, endpoint, { ...options, bearer })
  }
  const sending = changes.over(send)
  return { api: createClient(sending), send: sending, note: changes.note }
}
const owner = async () => {
  const { user, accessToken } = await createCreator(first())
  const project = await createProject(first(), user.id)
  return { user, project, accessToken, ...programOf(accessToken) }
}

// The last test kills the replica.
describe('reads from a replica', { shuffle: false }, () => {
  describe('that is a moment behind', { shuffle: false }, () => {
    beforeAll(async () => {
      await postgres.delay(300)
      await replicaIsRead()
    })
    afterAll(() => postgres.delay(0))

    test('[BUILD-06] nobody reads their own write late, whichever processes answer', async () => {
      const owners = await Promise.all(Array.from({ length: 6 }, owner))
      await sleep(1_000)
      const before = readsOf('replica')
      const until = Date.now() + 2_500
      let written = 0
      // A busy machine is later with its looks at the replica, and reads from it less often.
      const isEnough = () => Date.now() > until && readsOf('replica') - before > 10 && written > 10
      const late: string[] = []
      await Promise.all(
        owners.map(async ({ api, user, project: { id } }) => {
          while (!isEnough()) {
            const [title, bio] = [`Title ${(written += 1)}`, `Bio ${written}`]
            await api.projects.update({ params: { id }, body: { title } })
            await api.users.updateBio({ body: { bio } })
            for (let reads = 0; reads < 4; reads++) {
              const { data: project } = await api.projects.get({ params: { id } })
              const { data: person } = await api.people.profileByUsername({ params: { username: user.username } })
              if (project.title !== title) late.push(`${project.title} for ${title}`)
              if (person.bio !== bio) late.push(`${person.bio} for ${bio}`)
              await sleep(Math.random() * 400)
            }
          }
        }),
      )
      expect(late).toEqual([])
    })

    test('[BUILD-06] a program that hears of a change reads it', async () => {
      const { api, project } = await owner()
      const member = await createUser(first())
      await createMembership(first(), project.id, member.user.id)
      const listening = programOf(member.accessToken)
      let written = 0
      let isLive = false
      const reads: Array<Promise<boolean>> = []
      const stream = followEvents(listening.send, null, (event) => {
        if (event.type === 'state') isLive = event.state === 'live'
        if (event.type !== 'frame') return
        listening.note()
        const atLeast = written
        reads.push(
          listening.api.projects
            .get({ params: { id: project.id } })
            .then(({ data }) => Number(data.title.split(' ')[1]) >= atLeast),
        )
      })
      await expect.poll(() => isLive).toBe(true)
      for (let n = 1; n <= 5; n++) {
        await api.projects.update({ params: { id: project.id }, body: { title: `Title ${n}` } })
        written = n
        await expect.poll(() => reads.length).toBeGreaterThanOrEqual(n)
      }
      stream.stop()
      expect(await Promise.all(reads)).not.toContain(false)
    })

    test('[BUILD-06] an audit that is followed has each entry once, wherever it is read', async () => {
      const { api } = await owner()
      const { accessToken } = await createUser(first(), { isAdministrator: true })
      const [here, there] = [programOf(accessToken), programOf(accessToken)]
      let after = (await here.api.audit.list({ query: {} })).newest
      const before = readsOf('replica')
      const found: string[] = []
      /** By turns at the primary and, mostly, at the replica. */
      const look = async () => {
        there.note()
        for (const program of [there, here]) {
          const { data, newest } = await program.api.audit.list({ query: { after, kind: 'account.profileChanged' } })
          found.push(...data.map(({ id }) => id))
          after = newest
        }
      }
      let written = 0
      while (written < 4 || readsOf('replica') === before) {
        await api.users.updateBio({ body: { bio: `Bio ${(written += 1)} of the audit` } })
        for (let looks = 0; looks < 5; looks++) {
          await look()
          await sleep(Math.random() * 50)
        }
      }
      await expect.poll(() => look().then(() => found.length)).toBeGreaterThanOrEqual(written)
      expect(new Set(found).size).toBe(written)
      expect(found.length).toBe(written)
    })
  })

  test('[BUILD-06] a call that may lag asks nothing of the replica that only the primary does', async () => {
    const lagging = operations.filter(({ endpoint }) => endpoint.mayLag)
    expect(lagging.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([])
    const { user, project, accessToken } = await owner()
    await replicaIsRead()
    await sleep(LAG_MAX_MS)
    const before = readsOf('replica')
    /** How many statements of all reads were refused by the replica. */
    const walk = async () => {
      const repeated = readsOf('repeated')
      await readsThatHold(first(), accessToken, 'Project', { ids: [project.id], usernames: [user.username] })
      return readsOf('repeated') - repeated
    }
    await expect.poll(walk).toBe(0)
    expect(readsOf('replica') - before).toBeGreaterThanOrEqual(lagging.length)
  })

  /** Calls that may lag, as somebody looks around. */
  const lookingAround = ({ project, user }: Awaited<ReturnType<typeof owner>>) =>
    [
      ({ projects }) => projects.openProjects({ query: { page: 3 } }),
      ({ projects }) => projects.openProjects({ query: { q: 'birds' } }),
      ({ projects }) => projects.get({ params: { id: project.id } }),
      ({ projects }) => projects.similar({ params: { id: project.id } }),
      ({ openTasks }) => openTasks.list({ query: {} }),
      ({ people }) => people.talents({ query: {} }),
      ({ people }) => people.profileByUsername({ params: { username: user.username } }),
      ({ search }) => search.find({ query: { q: 'project' } }),
      ({ audit }) => audit.list({ query: { projectID: project.id } }),
    ] satisfies Array<(api: Api) => Promise<unknown>>

  test('[BUILD-06] most of what it costs PostgreSQL to look around is the replica’s', async () => {
    const someone = await owner()
    await sql`insert into projects (id, title, description, skills, status, tier, created_at, created_by)
    select gen_random_uuid(), 'Project ' || n, 'A map of birds, street by street.', 'React, Design', 1, 'basic',
      now() - n * interval '1 hour', ${someone.user.id}
    from generate_series(1, 1500) n`.execute(first().db)
    await sql`analyze projects`.execute(first().db)
    await adminQuery(postgres.primary, 'create extension if not exists pg_stat_statements')
    await replicaIsRead()
    await sleep(LAG_MAX_MS)
    const statements = createDb(postgres.replica, { max: 1 })
    const both = [first().db, statements]
    for (const db of both) await sql`select pg_stat_statements_reset()`.execute(db)
    const calls = lookingAround(someone)
    await Promise.all(
      calls.map(async (call) => {
        for (let n = 0; n < 6; n++) await call(programOf(someone.accessToken).api)
      }),
    )
    const [onPrimary, onReplica] = await Promise.all(
      both.map(async (db) => {
        const { rows } = await sql<{
          ms: number
        }>`select sum(total_exec_time + total_plan_time) as ms from pg_stat_statements`.execute(db)
        return rows[0]?.ms ?? 0
      }),
    )
    await statements.destroy()
    expect(onReplica).toBeGreaterThan(onPrimary ?? Infinity)
  })

  test('[BUILD-06] a replica that hangs is left out within a second, one that dies too, and no call fails', async () => {
    const someone = await owner()
    const programs = Array.from({ length: 6 }, () => programOf(someone.accessToken).api)
    await replicaIsRead()
    const calls = lookingAround(someone)
    let isOver = false
    const failures: unknown[] = []
    const load = programs.map(async (api) => {
      while (!isOver) await anyOf(calls)(api).catch((error: unknown) => failures.push(error))
    })
    const replicaAnswers = async () => {
      const before = readsOf('replica')
      await vi.waitFor(() => expect(readsOf('replica')).toBeGreaterThan(before + 20), 20_000)
    }
    await replicaAnswers()
    proxy.hang()
    await sleep(LAG_MAX_MS + 100)
    const hanging = readsOf('replica')
    await sleep(1_500)
    expect(readsOf('replica')).toBe(hanging)
    const repeated = readsOf('repeated')
    expect(repeated).toBeGreaterThan(0)
    proxy.bringBack()
    await replicaAnswers()
    postgres.killReplica()
    await vi.waitFor(() => expect(readsOf('repeated')).toBeGreaterThan(repeated), 20_000)
    await sleep(LAG_MAX_MS + 100)
    const dead = readsOf('replica')
    await sleep(500)
    expect(readsOf('replica')).toBe(dead)
    isOver = true
    await Promise.all(load)
    expect(failures).toEqual([])
    expect((await fetch(`${first().origin}/readyz`)).status).toBe(200)
    const figures = await (await fetch(`${first().origin}/metrics`)).text()
    expect(figures).toMatch(/^guildhall_replica_reads_total\{place="replica"\} [1-9]/m)
    expect(figures).toMatch(/^guildhall_replica_lag_seconds\{replica="127.0.0.1:\d+"\} [1-9]/m)
    const said = lines.flatMap((line) => /a replica (answers|is away)/.exec(line)?.[1] ?? [])
    expect(said.slice(-4)).toEqual(['answers', 'is away', 'answers', 'is away'])
  })
})

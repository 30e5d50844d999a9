import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { findEndpoint, type OperationName, operations } from '#shared/contract/index.ts'
import { type CallInput, type Case, type Cell, createCell } from '../api/case.ts'
import { cases } from '../api/cases/index.ts'
import { type Actor, outcomesOf } from '../api/rights.ts'
import { createPeople, createProjectWorld, type ProjectWorld, restoreCreatorApplications } from '../api/world.ts'
import { residentBytes } from '../bench/server/process-times.ts'
import { createUser, TEST_PASSWORD } from './factories.ts'
import type { TestApp } from './server.ts'

/** What one account sends at once, of each call. */
const AT_ONCE = 20
/** How often somebody else signs in during the calls. */
const SIGN_INS = 3
const TASKS = 2_000
const TEXT = 'Long text. '.repeat(280)

/** What the calls that read or write most are sent with, in place of the small inputs of the cases. */
const heavier: Partial<Record<OperationName, (cell: Cell, n: number) => CallInput>> = {
  'imports.create': ({ project: { id } }, n) => ({
    params: { id },
    body: {
      idempotencyKey: `import number ${n}`,
      source: 'csv',
      tasks: Array.from({ length: 500 }, (_, at) => ({ title: `Task ${at}`, description: TEXT, status: 1 + (at % 4) })),
    },
  }),
  'projects.duplicate': ({ project: { id } }) => ({ params: { id }, body: {} }),
  'users.setPicture': () => ({ body: { picture: pictureOf4000 } }),
  'comments.create': ({ project: { taskID } }, n) => ({
    params: { id: taskID },
    body: { body: 'c'.repeat(10_000), idempotencyKey: `comment number ${n}` },
  }),
  'files.upload': ({ project: { id } }) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(5 * 1024 * 1024)]), 'zeros.bin')
    return { params: { id }, body: form }
  },
  'imports.download': ({ project: { id } }) => ({ params: { id }, query: { format: 'json' } }),
}
/** The calls that take most of a server, as far as we know; `npm run bench -- fairness` makes all calls. */
export const heaviest: readonly OperationName[] = [
  'users.setPicture',
  'files.preview',
  'imports.download',
  'imports.create',
  'projects.duplicate',
  'tasks.byProject',
  'tasks.bulk',
  'auth.login',
  'account.confirm',
]

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const bomb = async (side: number) => {
  const create = { width: side, height: side, channels: 3 as const, background: '#123456' }
  const picture = sharp({ create, limitInputPixels: false }).toColourspace('rgb16')
  return picture.png({ progressive: true, compressionLevel: 9 }).toBuffer()
}
let pictureOf4000 = ''

export type Fairness = {
  operation: string
  /** How often each status was answered. */
  statuses: ReadonlyMap<number, number>
  /** Milliseconds until all calls were answered. */
  tookMs: number
  /** Milliseconds that somebody else's sign-ins took during the calls, and just before: medians; their worst status. */
  signInMs: number
  beforeMs: number
  signInStatus: number
  /** The most memory that the server's process had during the calls, in MB. */
  peakMB: number
}

/** The greatest page that a call gives. */
const withPage = (operation: string, input: CallInput): CallInput => {
  const { query } = findEndpoint(operation) ?? {}
  const limit = [5000, 1000, 500, 200, 100, 50].find(
    (most) => query?.safeParse({ ...input.query, limit: String(most) }).success,
  )
  return limit === undefined ? input : { ...input, query: { ...input.query, limit: String(limit) } }
}

/** Who may make a call, preferably an owner, and the case in which they may. */
const actingOn = (operation: string): { one: Case | undefined; actor: Actor } => {
  const known = cases.filter(([name]) => name.split(' ')[0] === operation).map(([, one]) => one)
  const preferred: Actor[] = [
    'owner',
    'administrator',
    'member',
    'admin',
    'applicant',
    'invitee',
    'stranger',
    'rejected',
  ]
  for (const actor of preferred)
    for (const one of known)
      if (one.may && (outcomesOf(one.may, 200)[0]?.[1][actor] ?? 500) < 300) return { one, actor }
  return { one: known[0], actor: 'owner' }
}

/** The tasks that a world has of its own, whose numbers come first. */
const OWN_TASKS = 6
/** Adds 2,000 tasks of 3 KB to a project, and puts a picture in place of its first file. */
const fillProject = async (
  { db, deps }: TestApp,
  { id, fileID }: ProjectWorld,
  { picture, createdBy }: { picture: Buffer; createdBy: string | null },
): Promise<void> => {
  await sql`
    insert into tasks (id, project_id, task_number, title, description, status, created_at, updated_at, created_by_id, done_when)
    select uuidv7(), ${id}::uuid, ${OWN_TASKS}::integer + n, 'Task number ' || n, ${TEXT}, n % 6, now(), now() - n * interval '1 minute',
      ${createdBy}::uuid,
      jsonb_build_array(jsonb_build_object('id', uuidv7(), 'text', 'It is drawn', 'isDone', false))
    from generate_series(1, ${TASKS}::integer) n`.execute(db)
  await db
    .updateTable('task_counters')
    .set({ last_task_number: OWN_TASKS + TASKS })
    .where('project_id', '=', id)
    .execute()
  const directory = join(deps.config.dataDir, 'files', id)
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, fileID), picture)
  const shown = { content_type: 'image/png', size_bytes: picture.length }
  await db.updateTable('files').set(shown).where('id', '=', fileID).execute()
}

/**
 * Measures what one account can do to another: how long a sign-in takes, and how much memory the server at `origin` has, while a call is
 * made 20 times at once in a project of 2,000 tasks. `app` shares the server's database and its folder for files.
 */
export const createFairness = async (app: TestApp, server: { origin: string; pid: number }) => {
  const people = await createPeople(app)
  const { user: victim } = await createUser(app)
  const picture = await bomb(8_000)
  pictureOf4000 ||= (await bomb(4_000)).toString('base64')
  /** The tasks of the project that lasts are the owner's, and those of the others nobody's: else the owner would have more with each call. */
  const makeWorld = async (createdBy: string | null): Promise<ProjectWorld> => {
    const world = await createProjectWorld(app, people, 'open')
    await fillProject(app, world, { picture, createdBy })
    return world
  }
  const lasting = await makeWorld(people.owner.id)

  const signIn = async () => {
    const began = performance.now()
    const answer = await fetch(`${server.origin}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailID: victim.email, password: TEST_PASSWORD }),
    })
    await answer.text()
    return { ms: performance.now() - began, status: answer.status }
  }
  /** Signs in a few times, one after the other, of which one alone may meet another program of the machine. */
  const signIns = async () => {
    const tries: Awaited<ReturnType<typeof signIn>>[] = []
    for (let n = 0; n < SIGN_INS; n++) tries.push(await signIn())
    return { ms: medianOf(tries.map(({ ms }) => ms)), status: Math.max(...tries.map(({ status }) => status)) }
  }
  /** Undoes what a call before may have done to the people, and forgets what was counted. */
  const restore = async () => {
    const { db } = app
    await db.updateTable('session_families').set({ revoked_at: null, revoked_reason: null }).execute()
    const free = { suspended_at: null, suspension_reason: null, deletion_due_at: null }
    await db.updateTable('users').set(free).execute()
    await db.deleteFrom('rate_limits').execute()
    return restoreCreatorApplications(app, people)
  }

  const send = async (operation: string, { params = {}, query = {}, body }: CallInput, token: string) => {
    const endpoint = findEndpoint(operation)
    if (!endpoint) throw new Error(`There is no call ${operation}.`)
    const url = new URL(
      `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`,
      server.origin,
    )
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const isForm = body instanceof FormData
    const answer = await fetch(url, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(endpoint.method !== 'GET' && { body: isForm ? body : JSON.stringify(body ?? {}) }),
    })
    // A stream has no end that one could wait for.
    if (endpoint.transfer === 'stream') await answer.body?.cancel()
    else await answer.arrayBuffer()
    return answer.status
  }
  /** Moves cards during the calls, so that each board is another one. */
  const moveCards = async (token: string, { ownTaskID }: ProjectWorld) => {
    for (let n = 0; n < 5; n++)
      await send('tasks.update', { params: { id: ownTaskID }, body: { status: 1 + (n % 2) } }, token)
  }

  return async (operation: string): Promise<Fairness> => {
    const endpoint = findEndpoint(operation)
    const creatorApplicationID = await restore()
    const project = endpoint?.method === 'GET' ? lasting : await makeWorld(null)
    const { one, actor } = actingOn(operation)
    const cell = createCell(app, actor, { people, project, creatorApplicationID })
    const token = actor === 'anonymous' ? '' : people[actor].accessToken
    const inputOf = async (n: number): Promise<CallInput> => {
      const own = heavier[operation as OperationName]
      if (own) return own(cell, n)
      const input = withPage(operation, (await one?.input?.(cell)) ?? {})
      const key = input.body && 'idempotencyKey' in input.body ? input.body.idempotencyKey : undefined
      return typeof key === 'string' ? { ...input, body: { ...input.body, idempotencyKey: `${key} ${n}` } } : input
    }
    const before = await signIns()
    let peak = residentBytes(server.pid)
    const watch = setInterval(() => (peak = Math.max(peak, residentBytes(server.pid))), 20)
    const statuses = new Map<number, number>()
    const began = performance.now()
    const calls = Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const status = await send(operation, await inputOf(n), token).catch(() => 0)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    )
    const moves = operation === 'tasks.byProject' ? moveCards(people.member.accessToken, project) : undefined
    await sleep(100)
    const other = await signIns()
    await Promise.all([calls, moves])
    clearInterval(watch)
    return {
      operation,
      statuses,
      tookMs: performance.now() - began,
      signInMs: other.ms,
      beforeMs: before.ms,
      signInStatus: other.status,
      peakMB: Math.max(peak, residentBytes(server.pid)) / 1024 / 1024,
    }
  }
}

/** Every call of the contract. */
export const everyCall: readonly string[] = operations.map(({ operation }) => operation)

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, milliseconds, perSecond, times } from '../figure.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { askOnce, type Load, openConnection, putUnderLoad, writeRequest } from './http-load.ts'
import { processorTime, processorTimeOfFamily, residentBytes } from './process-times.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { type Boards, seedBoards } from './seed-boards.ts'

const DATABASE = 'processes'
const COUNTS = [1, 2, 4]
const CLIENTS = 24
const SECONDS = 3
/** PostgreSQL's processes say what they did when they have been idle for a second. */
const COUNTED_AFTER_MS = 1500
/** How long one process works before it is measured. */
const WARM_SECONDS = 1.5
const STREAMS = 2000
/** A person may have five streams. */
const WATCHERS = STREAMS / 5
const MOVES = 50
const LATE_MS = 10_000

type Request = Pick<Load, 'status' | 'request'>
type World = { cluster: Cluster; boards: Boards; tokens: string[]; watching: string[]; programs: Program[] }

/** Processor time so far, of all server processes and of PostgreSQL with all of its own. */
const timesOf = ({ programs, cluster }: World) => ({
  servers: programs.reduce((all, { pid }) => all + processorTime(pid), 0),
  postgres: processorTimeOfFamily(cluster.pid()),
})

/** Transactions that PostgreSQL has committed in the database so far; a statement by itself is one. */
const committed = async ({ cluster }: World): Promise<number> => {
  await sleep(COUNTED_AFTER_MS)
  const client = await cluster.connect('postgres')
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = $1',
    [DATABASE],
  )
  await client.end()
  return Number(rows[0]?.count)
}

/** Runs one kind of request at all processes at once, with this number of clients at each. */
const measure = async (world: World, { status, request }: Request, clients: number) => {
  const { programs } = world
  let n = 0
  const run = async (seconds: number) => {
    const loads = programs.map(({ origin }) =>
      putUnderLoad({ origin, clients, seconds, status, request: () => request(n++) }),
    )
    return await Promise.all(loads)
  }
  // Each process compiles its code and plans its statements by itself, on cores that all of them share.
  await run(WARM_SECONDS * programs.length)
  const committedBefore = await committed(world)
  const before = timesOf(world)
  const measured = await run(SECONDS)
  const after = timesOf(world)
  const answers = measured.reduce((all, one) => all + one.count, 0)
  return {
    rate: measured.reduce((all, one) => all + one.perSecond, 0),
    server: (after.servers - before.servers) / answers,
    postgres: (after.postgres - before.postgres) / answers,
    joined: answers / ((await committed(world)) - committedBefore),
  }
}

const nth = <T>(list: readonly T[], n: number): T => {
  const item = list[(n * 7919) % list.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

const requestsOf = async ({ boards, tokens, programs, cluster }: World): Promise<Record<string, Request>> => {
  const board = `/api/user-tasks/by-project/${boards.large[1000]}`
  const client = await cluster.connect(DATABASE)
  const { rows: cards } = await client.query<{ id: string; status: number }>(
    'select id, status from tasks where project_id = $1 and status in (1, 2, 3) order by id',
    [boards.large[5000]],
  )
  await client.end()
  const known = await askOnce(programs[0]?.origin ?? '', { method: 'GET', path: board, token: nth(tokens, 0) })
  const etag = /^etag: *(.*)$/im.exec(known.head)?.[1] ?? ''
  return {
    'boards of 1,000 read, as somebody read them before': {
      status: 200,
      request: (n) => writeRequest({ method: 'GET', path: board, token: nth(tokens, n) }),
    },
    'unchanged boards (304)': {
      status: 304,
      request: (n) =>
        writeRequest({ method: 'GET', path: board, token: nth(tokens, n), headers: { 'if-none-match': etag } }),
    },
    'tasks created on 50 boards': {
      status: 201,
      request: (n) => {
        const body = { title: 'Draw the opening hours', description: 'As the sketch.', projectID: nth(boards.small, n) }
        return writeRequest({ method: 'POST', path: '/api/user-tasks', token: nth(tokens, n), body })
      },
    },
    'cards moved on a board of 5,000': {
      status: 200,
      request: (n) => {
        const card = nth(cards, n)
        card.status = (card.status % 3) + 1
        const call = { method: 'PUT', path: `/api/user-tasks/${card.id}`, token: tokens[n % 60] ?? '' }
        return writeRequest({ ...call, body: { status: card.status } })
      },
    },
  }
}

const openStream = async ({ origin }: Program, token: string, hear: () => void) => {
  const request = get(`${origin}/api/events/stream`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The stream answered ${answer.statusCode}.`)
  answer.setEncoding('latin1').on('data', (text: string) => {
    for (let at = text.indexOf('"taskID"'); at >= 0; at = text.indexOf('"taskID"', at + 1)) hear()
  })
  request.on('error', () => undefined)
  return () => request.destroy()
}

/** Opens the streams of one project's members at all processes; measures memory, and what a change costs that all of them hear of. */
const measureStreams = async (
  world: World,
): Promise<{ bytes: number; perFrame: number; seconds: number; all: boolean }> => {
  const { programs, watching, tokens, boards, cluster } = world
  const memory = () => programs.reduce((all, { pid }) => all + residentBytes(pid), 0)
  let frames = 0
  const closing: Array<() => unknown> = []
  try {
    await sleep(500)
    const before = memory()
    for (let n = 0; n < STREAMS; n++) {
      const program = programs[n % programs.length] as Program
      closing.push(await openStream(program, watching[n % watching.length] ?? '', () => frames++))
    }
    await sleep(1500)
    const bytes = (memory() - before) / STREAMS
    const client = await cluster.connect(DATABASE)
    const { rows } = await client.query<{ id: string; status: number }>(
      'select id, status from tasks where project_id = $1 and status in (1, 2, 3) order by id limit $2',
      [boards.large[1000], MOVES],
    )
    await client.end()
    const mover = await openConnection(programs[0]?.origin ?? '')
    closing.push(() => mover.close())
    const used = timesOf(world)
    const began = performance.now()
    for (const { id, status } of rows) {
      const body = { status: (status % 3) + 1 }
      const call = { method: 'PUT', path: `/api/user-tasks/${id}`, token: tokens[0] ?? '', body }
      const answer = await mover.ask(writeRequest(call))
      if (answer.status !== 200) throw new Error(`A move answered ${answer.status}.`)
      await sleep(100)
    }
    const expected = rows.length * STREAMS
    for (const until = performance.now() + LATE_MS; frames < expected && performance.now() < until;) await sleep(20)
    const seconds = (performance.now() - began) / 1000
    return { bytes, perFrame: (timesOf(world).servers - used.servers) / frames, seconds, all: frames === expected }
  } finally {
    for (const close of closing) await close()
  }
}

const named = (size: number) => (size === 1 ? '1 process' : `${size} processes`)

/** Adds the people who listen: members of the board of 1,000, each with a session. */
const addWatchers = async (cluster: Cluster, { large }: Boards) => {
  const client = await cluster.connect(DATABASE)
  await client.query(
    `insert into users (id, email, username, password_hash, name, is_email_verified)
    select uuidv7(), 'watcher' || n || '@bench.test', 'watcher' || n, '-', 'Watcher ' || n, true from generate_series(1, ${WATCHERS}) n`,
  )
  await client.query(
    `insert into memberships (project_id, user_id, role, last_active_at)
    select $1, id, 'member', now() from users where username like 'watcher%'`,
    [large[1000]],
  )
  const { rows } = await client.query<{ userID: string; familyID: string }>(
    `insert into session_families (id, user_id) select uuidv7(), id from users where username like 'watcher%'
    returning user_id as "userID", id as "familyID"`,
  )
  await client.query('vacuum analyze')
  await client.end()
  return await Promise.all(rows.map(tokenFor))
}

/**
 * Measures 1, 2 and 4 server processes on one database. On few cores the rate cannot follow the number of processes, because this program,
 * PostgreSQL and all servers share them; so the figures also say the processor time of each answer. If it stays the same with more processes,
 * the rate grows with the cores. A process answers calls that wait together with one statement, so an answer costs less the more clients a
 * process has: each size is measured with 24 clients at each process, and with the same 24 spread over all of them.
 */
export const processes = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  const figures: Figure[] = []
  const alone = new Map<string, number>()
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    await client.end()
    const watching = await addWatchers(cluster, boards)
    const tokens = await Promise.all(boards.sessions.map(tokenFor))
    figures.push({
      what: `cores of this machine, for servers, PostgreSQL and clients`,
      value: String(availableParallelism()),
    })
    for (const size of COUNTS) {
      const programs: Program[] = []
      try {
        for (let n = 0; n < size; n++) programs.push(await startOurs(cluster.urlOf(DATABASE)))
        const world: World = { cluster, boards, tokens, watching, programs }
        for (const [what, request] of Object.entries(await requestsOf(world))) {
          const spreads = size === 1 ? [CLIENTS] : [CLIENTS, CLIENTS / size]
          for (const clients of spreads) {
            const { rate, server, postgres, joined } = await measure(world, request, clients)
            if (size === 1) alone.set(what, rate)
            figures.push({
              what: `${named(size)}, ${clients} clients each, ${what}`,
              value: perSecond(rate),
              ratio: `${times(rate / (alone.get(what) ?? rate))} of one; processor ${milliseconds(server)} server, ${milliseconds(postgres)} PostgreSQL an answer; ${joined.toFixed(1)} answers a transaction`,
            })
          }
        }
        const streams = await measureStreams(world)
        figures.push({
          what: `${named(size)}, ${STREAMS} streams, ${MOVES} changes that all hear of`,
          value: streams.all ? 'all came' : 'NOT all',
          ratio: `${(streams.bytes / 1024).toFixed(1)} kB a stream; ${(streams.perFrame * 1000).toFixed(1)} µs of a server a frame; ${streams.seconds.toFixed(1)} s`,
        })
      } finally {
        for (const program of programs) await program.stop()
      }
    }
    return figures
  } finally {
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

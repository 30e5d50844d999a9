import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, milliseconds, perSecond, Refusal, times } from '../figure.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { askOnce, type Call, compareLoads, type Load, type LoadResult, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { seedBoards } from './seed-boards.ts'

const OURS = 'peers_ours'
const THEIRS = 'peers_planka'
const CARDS = 400
const SECONDS = 2
const START_MS = 60_000
const admin = { email: 'admin@bench.test', password: 'measures nothing but this', name: 'Admin', username: 'admin' }

/** One board of a server, and the requests that do the same work on each of them. */
type Board = {
  origin: string
  create: (n: number) => Call
  createdStatus: number
  /** Moves the card number `n` to the next of four columns. */
  move: (n: number) => Call
  read: Call
}

const json = async <T>(origin: string, call: Call, wanted: number): Promise<T> => {
  const { status, body } = await askOnce(origin, call)
  if (status !== wanted)
    throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString().slice(0, 300)}`)
  return JSON.parse(body.toString()) as T
}
const cardText = (n: number) => ({
  title: `Draw the plan ${n}`,
  description: 'As the sketch shows it, with a note for the winter.',
})

/** The folder of the checkout that `PLANKA_DIR` names. Errors: a refusal that says what is missing. */
const plankaServer = (): string => {
  const folder = process.env['PLANKA_DIR']
  const how =
    'Fetch Planka 2, install and build it as its README says, and name its folder: PLANKA_DIR=… npm run bench -- peers'
  if (!folder) throw new Refusal(`PLANKA_DIR is not set. ${how}`)
  const server = join(folder, 'server')
  for (const part of ['app.js', 'node_modules'])
    if (!existsSync(join(server, part))) throw new Refusal(`${join(server, part)} is not there. ${how}`)
  return server
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Makes Planka's database and starts it, both as its README says, with our PostgreSQL. */
const startPlanka = async (folder: string, cluster: Cluster): Promise<Program> => {
  const client = await cluster.connect('postgres')
  await client.query(`create database ${THEIRS}`)
  await client.end()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    TZ: 'UTC',
    PORT: String(port),
    BASE_URL: origin,
    DATABASE_URL: cluster.urlOf(THEIRS),
    SECRET_KEY: 'signs nothing but what is measured on this machine',
    DEFAULT_ADMIN_EMAIL: admin.email,
    DEFAULT_ADMIN_PASSWORD: admin.password,
    DEFAULT_ADMIN_NAME: admin.name,
    DEFAULT_ADMIN_USERNAME: admin.username,
  }
  const made = spawnSync(process.execPath, ['db/init.js'], { cwd: folder, env, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`Planka could not make its database: ${made.stderr}`)
  const child = spawn(process.execPath, ['app.js', '--prod'], { cwd: folder, env, stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(250)) {
    if (child.exitCode !== null) throw new Error(`Planka ended with ${child.exitCode}.`)
    const isReady = await fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { origin, pid: child.pid ?? 0, stop }
  }
  await stop()
  throw new Error(`Planka has not answered within ${START_MS / 1000} seconds.`)
}

/** Signs in; where Planka wants its terms accepted first, accepts them. */
const signIn = async (origin: string): Promise<string> => {
  const body = { emailOrUsername: admin.username, password: admin.password }
  const { status, body: said } = await askOnce(origin, { method: 'POST', path: '/api/access-tokens', body })
  const answer = JSON.parse(said.toString()) as { item?: string; pendingToken?: string }
  if (status === 200 && answer.item) return answer.item
  const { pendingToken } = answer
  if (!pendingToken) throw new Error(`Planka refuses the sign-in: ${said.toString().slice(0, 300)}`)
  // Which kind of terms an administrator accepts depends on the version.
  for (const query of ['?type=extended', '?type=general', '']) {
    const terms = await askOnce(origin, { method: 'GET', path: `/api/terms${query}` })
    if (terms.status !== 200) continue
    const { signature } = (JSON.parse(terms.body.toString()) as { item: { signature: string } }).item
    const accept: Call = { method: 'POST', path: '/api/access-tokens/accept-terms', body: { pendingToken, signature } }
    const accepted = await askOnce(origin, accept)
    if (accepted.status === 200) return (JSON.parse(accepted.body.toString()) as { item: string }).item
  }
  throw new Error('Planka wants terms to be accepted, and takes none of those that it shows.')
}

type Item = { item: { id: string } }
const plankaBoard = async (origin: string): Promise<Board> => {
  const token = await signIn(origin)
  const post = async (path: string, body: object) =>
    (await json<Item>(origin, { method: 'POST', path: `/api${path}`, token, body }, 200)).item.id
  const projectID = await post('/projects', { type: 'private', name: 'Bench' })
  const boardID = await post(`/projects/${projectID}/boards`, { position: 65_536, name: 'Bench' })
  const lists: string[] = []
  for (const n of [1, 2, 3, 4])
    lists.push(await post(`/boards/${boardID}/lists`, { type: 'active', position: n * 65_536, name: `List ${n}` }))
  const listOf = (n: number) => lists[n % lists.length] ?? ''
  const create = (n: number): Call => {
    const { title: name, description } = cardText(n)
    return {
      method: 'POST',
      path: `/api/lists/${listOf(n)}/cards`,
      token,
      body: { type: 'project', position: (n + 1) * 16, name, description },
    }
  }
  const cards: string[] = []
  for (let n = 0; n < CARDS; n++) cards.push((await json<Item>(origin, create(n), 200)).item.id)
  return {
    origin, create, createdStatus: 200,
    move: (n) => ({ method: 'PATCH', path: `/api/cards/${cards[n % CARDS]}`, token, body: { listId: listOf(n + 1 + Math.floor(n / CARDS)), position: n + 1 } }),
    read: { method: 'GET', path: `/api/boards/${boardID}`, token },
  } // prettier-ignore
}

/** The four statuses between which everybody may move a card; a move to Completed does more than Planka's. */
const COLUMNS = [0, 1, 2, 3]
const ourBoard = async (origin: string, token: string, projectID: string): Promise<Board> => {
  const statusOf = (n: number) => COLUMNS[n % COLUMNS.length]
  const create = (n: number): Call => ({
    method: 'POST',
    path: '/api/user-tasks',
    token,
    body: { ...cardText(n), projectID, status: statusOf(n) },
  })
  const cards: string[] = []
  for (let n = 0; n < CARDS; n++) cards.push((await json<{ data: { id: string } }>(origin, create(n), 201)).data.id)
  return {
    origin, create, createdStatus: 201,
    move: (n) => ({ method: 'PUT', path: `/api/user-tasks/${cards[n % CARDS]}`, token, body: { status: statusOf(n + 1 + Math.floor(n / CARDS)) } }),
    read: { method: 'GET', path: `/api/user-tasks/by-project/${projectID}`, token },
  } // prettier-ignore
}

const figure = (what: string, ours: LoadResult, theirs: LoadResult): Figure => ({
  what,
  value: perSecond(ours.perSecond),
  ratio: `${times(ours.perSecond / theirs.perSecond)} Planka's ${perSecond(theirs.perSecond)}; p50 ${milliseconds(ours.p50)} and ${milliseconds(theirs.p50)}`,
})

/**
 * Does the same work on a board of ours and on one of Planka's, in turns: one account, the same texts, the same PostgreSQL with its settings
 * for durability untouched. Planka is a checkout of the person who runs this (`PLANKA_DIR`).
 */
export const peers = async (): Promise<Figure[]> => {
  const folder = plankaServer()
  const cluster = await startCluster()
  const programs: Program[] = []
  try {
    await cluster.drop(THEIRS)
    await cluster.create(OURS)
    const client = await cluster.connect(OURS)
    const { sessions, small } = await seedBoards(client)
    await client.end()
    const [session] = sessions
    if (!session) throw new Error('Nobody is signed in.')
    const guildhall = await startOurs(cluster.urlOf(OURS))
    programs.push(guildhall)
    const planka = await startPlanka(folder, cluster)
    programs.push(planka)
    const ours = await ourBoard(guildhall.origin, await tokenFor(session), small[0] ?? '')
    const theirs = await plankaBoard(planka.origin)
    const compare = async (what: string, clients: number, load: (board: Board) => Pick<Load, 'request' | 'status'>) => {
      const on = (board: Board): Load => ({ origin: board.origin, clients, seconds: SECONDS, ...load(board) })
      const measured = await compareLoads({ ours: on(ours), theirs: on(theirs) })
      return figure(`${what}, ${clients === 1 ? '1 client' : `${clients} clients`}`, measured.ours, measured.theirs)
    }
    const counted = (call: (n: number) => Call) => {
      let n = 0
      return () => writeRequest(call(n++))
    }
    const figures: Figure[] = []
    for (const clients of [1, 20])
      figures.push(await compare('cards moved', clients, ({ move }) => ({ status: 200, request: counted(move) })))
    figures.push(
      await compare(`board of ${CARDS} cards read`, 1, ({ read }) => ({
        status: 200,
        request: () => writeRequest(read),
      })),
    )
    for (const clients of [1, 20])
      figures.push(
        await compare('cards created', clients, ({ create, createdStatus }) => ({
          status: createdStatus,
          request: counted(create),
        })),
      )
    return figures
  } finally {
    for (const program of programs) await program.stop()
    for (const name of [OURS, THEIRS]) await cluster.drop(name)
    await cluster.stop()
  }
}

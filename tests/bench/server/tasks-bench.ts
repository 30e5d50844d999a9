import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { count, perSecond, milliseconds, times } from '../figure.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { askOnce, type Call, compareLoads, type Load, median, openConnection, writeRequest } from './http-load.ts'
import { type Program, startFloor, startOurs, tokenFor } from './programs.ts'
import { type Boards, seedBoards, setAllFields } from './seed-boards.ts'

const DATABASE = 'boards'
const SECONDS = 1.5

type World = { cluster: Cluster; boards: Boards; tokens: string[]; ours: Program; floor: Program }

/** Runs `work` with our server and the floor side by side, on one database with boards, which is dropped afterwards. */
const withBoards = async (work: (world: World) => Promise<Figure[]>, { hasFields = false } = {}): Promise<Figure[]> => {
  const cluster = await startCluster()
  const programs: Program[] = []
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    if (hasFields) await setAllFields(client)
    await client.end()
    const ours = await startOurs(cluster.urlOf(DATABASE))
    programs.push(ours)
    const floor = await startFloor(cluster.urlOf(DATABASE))
    programs.push(floor)
    return await work({ cluster, boards, tokens: await Promise.all(boards.sessions.map(tokenFor)), ours, floor })
  } finally {
    for (const program of programs) await program.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

/** The item of the list for the number `n`. Numbers that follow each other give items that are far apart in the list. */
const nth = <T>(list: readonly T[], n: number): T => {
  const item = list[(n * 7919) % list.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

const title = 'Draw the opening hours'
const description = 'As the sketch of Monday shows them, with the holidays of this year and a note for the winter.'

/** Measures POST of a task. The floor inserts a row; our server also finds out who asks and whether they may, and numbers the task. */
export const taskCreate = () =>
  withBoards(async ({ boards, tokens, ours, floor }) => {
    const figures: Figure[] = []
    for (const clients of [1, 20]) {
      const load = (on: Program, request: Load['request']): Load => ({
        origin: on.origin,
        clients,
        seconds: SECONDS,
        status: 201,
        request,
      })
      const create = (projectID: string, n: number) =>
        writeRequest({
          method: 'POST',
          path: '/api/user-tasks',
          token: nth(tokens, n),
          body: { title, description, projectID },
        })
      const measured = await compareLoads({
        floor: load(floor, (n) =>
          writeRequest({
            method: 'POST',
            path: '/tasks',
            body: { title, description, projectID: nth(boards.small, n) },
          }),
        ),
        ours: load(ours, (n) => create(nth(boards.small, n), n)),
        one: load(ours, (n) => create(boards.small[0] ?? '', n)),
      })
      const ratio = measured.ours.perSecond / measured.floor.perSecond
      figures.push({
        what: `tasks created, ${count(clients, 'client')}`,
        value: perSecond(measured.ours.perSecond),
        floor: perSecond(measured.floor.perSecond),
        ratio: times(ratio),
        target: '≥ 0.4 x floor',
        reached: ratio >= 0.4,
      })
      if (clients > 1)
        figures.push({ what: `  all ${clients} clients on one board`, value: perSecond(measured.one.perSecond) })
    }
    return figures
  })

const STATUSES = [0, 1, 2, 3, 5]

/** Measures PUT of another status on a card of a board of 5,000, as a member of the project. */
export const cardMove = () =>
  withBoards(async ({ cluster, boards, tokens, ours, floor }) => {
    const client = await cluster.connect(DATABASE)
    const { rows: cards } = await client.query<{ id: string; status: number }>(
      'select id, status from tasks where project_id = $1 and status <> 4 order by id',
      [boards.large[5000]],
    )
    const statuses = new Map(cards.map(({ id, status }) => [id, status]))
    let moves = 0
    const load = (on: Program, path: string, hasToken: boolean): Load => ({
      origin: on.origin, clients: 1, seconds: SECONDS, status: 200,
      request: (n) => {
        const { id } = nth(cards, n)
        const status = STATUSES[(STATUSES.indexOf(statuses.get(id) ?? 0) + 1) % STATUSES.length]
        if (hasToken) {
          moves++
          statuses.set(id, status ?? 0)
        }
        // The second session belongs to a plain member.
        return writeRequest({ method: 'PUT', path: `${path}/${id}`, body: { status }, ...(hasToken && { token: tokens[1] ?? '' }) })
      },
    }) // prettier-ignore
    const written = () => rowsWritten(client)
    const before = await written()
    const measured = await compareLoads({
      floor: load(floor, '/tasks', false),
      ours: load(ours, '/api/user-tasks', true),
    })
    // PostgreSQL's statistics have all writes of a connection when the connection has ended, at the latest.
    await ours.stop()
    await sleep(500)
    const rows = ((await written()) - before) / moves
    await client.end()
    return [
      {
        what: 'cards moved, 5,000 on the board, 1 client (p50)',
        value: milliseconds(measured.ours.p50),
        floor: milliseconds(measured.floor.p50),
        ratio: times(measured.ours.p50 / measured.floor.p50),
        target: '≤ 0.60 ms',
        reached: measured.ours.p50 <= 0.6,
      },
      { what: '  p99', value: milliseconds(measured.ours.p99), floor: milliseconds(measured.floor.p99) },
      { what: '  rows written for each move', value: rows.toFixed(3), target: '2', reached: Math.abs(rows - 2) < 0.01 },
    ]
  })

/** How many rows of tasks and events were written so far: a move writes both, and notices of it come later, from the log. */
const rowsWritten = async (client: Awaited<ReturnType<Cluster['connect']>>): Promise<number> => {
  const { rows } = await client.query<{ rows: number }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables where relname in ('tasks', 'events')`,
  )
  return rows[0]?.rows ?? 0
}

/** Measures GET of a board: the whole board, and the 304 for one that has not changed. */
export const boardRead = (hasFields: boolean) =>
  withBoards(
    async ({ cluster, boards, tokens, ours, floor }) => {
      const token = tokens[1] ?? ''
      const board = (size: 1000 | 5000, tag?: string) =>
      writeRequest({
        method: 'GET', path: `/api/user-tasks/by-project/${boards.large[size]}`, token,
        ...(tag && { headers: { 'if-none-match': tag } }),
      }) // prettier-ignore
      const call = { method: 'GET', path: `/api/user-tasks/by-project/${boards.large[1000]}`, token }
      const { head, body } = await askOnce(ours.origin, call)
      const tag = /^etag: *(.+)$/im.exec(head)?.[1] ?? ''
      const load = (on: Program, request: string, more: Partial<Load> = {}): Load => ({
      origin: on.origin, clients: 1, seconds: SECONDS, status: 200, request: () => request, ...more,
    }) // prettier-ignore
      const bare = writeRequest({ method: 'GET', path: `/board/${boards.large[1000]}` })
      const many = { clients: 20, status: 304 }
      const {
        floor: under,
        ours: whole,
        large,
        one,
      } = await compareLoads({
        floor: load(floor, bare),
        ours: load(ours, board(1000)),
        large: load(ours, board(5000)),
        one: load(ours, board(1000, tag), { status: 304 }),
      })
      const { unchanged, nothing } = await compareLoads({
        nothing: load(floor, writeRequest({ method: 'GET', path: '/nothing' }), { clients: 20 }),
        unchanged: load(ours, board(1000, tag), many),
      })
      // This comes last, because it changes the board's tag.
      const changed = await readAfterChanges(cluster, ours, call, boards.large[1000])
      return [
        {
          what: `a board of 1,000 cards, ${Math.round(body.length / 1000)} kB, as somebody read it before (p50)`,
          value: milliseconds(whole.p50),
          floor: milliseconds(under.p50),
          ratio: times(whole.p50 / under.p50),
          target: '≤ 3.60 ms',
          reached: whole.p50 <= 3.6,
        },
        {
          what: '  after a change, which nobody has read yet',
          value: milliseconds(changed),
          floor: milliseconds(under.p50),
          ratio: times(changed / under.p50),
          target: '≤ 3.60 ms',
          reached: changed <= 3.6,
        },
        { what: '  5,000 cards', value: milliseconds(large.p50) },
        {
          what: 'the same, unchanged (304), 20 clients; floor: no database',
          value: perSecond(unchanged.perSecond),
          floor: perSecond(nothing.perSecond),
          ratio: times(unchanged.perSecond / nothing.perSecond),
          target: '≥ 10,000/s',
          reached: unchanged.perSecond >= 10_000,
        },
        { what: '  1 client (p50)', value: milliseconds(one.p50) },
      ]
    },
    { hasFields },
  )

/** Milliseconds to read a board that was changed just before: the median of several. */
const readAfterChanges = async (cluster: Cluster, ours: Program, call: Call, projectID: string): Promise<number> => {
  const client = await cluster.connect(DATABASE)
  const connection = await openConnection(ours.origin)
  const took: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    await client.query(
      'update tasks set version = version + 1, updated_at = now() where id = (select id from tasks where project_id = $1 order by updated_at limit 1)',
      [projectID],
    )
    const began = performance.now()
    const { status } = await connection.ask(writeRequest(call))
    if (status !== 200) throw new Error(`The board answered ${status}.`)
    took.push(performance.now() - began)
  }
  connection.close()
  await client.end()
  return median(took)
}
const CHANGES = 60

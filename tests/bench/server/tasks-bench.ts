import type { Figure } from '../figure.ts'
import { count, perSecond, milliseconds, times } from '../figure.ts'
import { DATABASE, nth, SECONDS, withBoards } from './board-world.ts'
import { ROUNDS, startBefore } from './cards-bench.ts'
import type { Cluster } from './cluster.ts'
import { askOnce, type Call, compareLoads, type Load, median, openConnection, writeRequest } from './http-load.ts'
import type { Program } from './programs.ts'
import type { Boards } from './seed-boards.ts'

const title = 'Draw the opening hours'
const description = 'As the sketch of Monday shows them, with the holidays of this year and a note for the winter.'

/** Measures POST of a task. The floor inserts a row; our server also finds out who asks and whether they may, and numbers the task. */
export const taskCreate = () =>
  withBoards(async ({ cluster, boards, tokens, ours, floor }) => {
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
    return [...figures, ...(await besideBefore(cluster, ours, boards, tokens))]
  })

/** How much longer a task without an offer may take than with an older build. */
const CREATE_TARGET = 1.05

/** With `BENCH_BEFORE`: how long a task takes beside that build, which has the same boards in a database of its own. */
const besideBefore = async (
  cluster: Cluster,
  ours: Program,
  boards: Boards,
  tokens: readonly string[],
): Promise<Figure[]> => {
  const older = await startBefore(cluster)
  if (!older) return []
  const load = (on: Program, projects: readonly string[], token = ''): Load => ({
    ...{ origin: on.origin, clients: 1, seconds: SECONDS, status: 201 },
    request: (n) => {
      const body = { title, description, projectID: nth(projects, n) }
      return writeRequest({ method: 'POST', path: '/api/user-tasks', token, body })
    },
  })
  const measured = await compareLoads(
    {
      now: load(ours, boards.small, tokens[1]),
      before: load(older.program, older.boards.small, older.token),
    },
    ROUNDS,
  )
  await older.stop()
  const ratio = measured.now.p50 / measured.before.p50
  return [
    {
      what: '  1 client, beside the older build (p50)',
      value: milliseconds(measured.now.p50),
      ratio: `${times(ratio)} its ${milliseconds(measured.before.p50)}`,
      target: `≤ ${times(CREATE_TARGET)}`,
      reached: ratio <= CREATE_TARGET,
    },
  ]
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

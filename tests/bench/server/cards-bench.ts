import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Figure, milliseconds, times } from '../figure.ts'
import { DATABASE, nth, SECONDS, withBoards } from './board-world.ts'
import type { Cluster } from './cluster.ts'
import { askOnce, compareLoads, type Load, type LoadResult, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { type Boards, seedBoards } from './seed-boards.ts'

const STATUSES = [0, 1, 2, 3, 5]

/** The rounds of a comparison with an older build, whose difference is smaller than that of two runs. */
export const ROUNDS = 9
/** How much longer a move may take with stages than without, and than with an older build. */
const MOVE_TARGET = 1.05
const BEFORE = 'boards_before'

type OlderBuild = { program: Program; boards: Boards; token: string; client: pg.Client; stop: () => Promise<void> }
/** The build that `BENCH_BEFORE` names, with the same boards in a database that it has made itself; undefined without it. */
export const startBefore = async (cluster: Cluster): Promise<OlderBuild | undefined> => {
  const build = process.env['BENCH_BEFORE']
  if (!build) return undefined
  await cluster.createEmpty(BEFORE)
  const program = await startOurs(cluster.urlOf(BEFORE), {}, build)
  const client = await cluster.connect(BEFORE)
  const boards = await seedBoards(client)
  const member = boards.sessions[1]
  const stop = async () => {
    await client.end()
    await program.stop()
    await cluster.drop(BEFORE)
  }
  return { program, boards, client, stop, token: member ? await tokenFor(member) : '' }
}

type MovedBoard = { on: Program; path: string; id: string; client: pg.Client; token?: string }
/** Moves cards of a board to their next status; `count` says how often. The floor asks for no token, and forgets where cards are. */
const movesOf = async ({ on, path, id: boardID, client, token }: MovedBoard) => {
  const { rows: cards } = await client.query<{ id: string; status: number }>(
    'select id, status from tasks where project_id = $1 and status <> 4 order by id',
    [boardID],
  )
  const statuses = new Map(cards.map(({ id, status }) => [id, status]))
  let moves = 0
  const request = (n: number) => {
    const { id } = nth(cards, n)
    const status = STATUSES[(STATUSES.indexOf(statuses.get(id) ?? 0) + 1) % STATUSES.length]
    moves++
    if (token) statuses.set(id, status ?? 0)
    return writeRequest({ method: 'PUT', path: `${path}/${id}`, body: { status }, ...(token && { token }) })
  }
  const load: Load = { origin: on.origin, clients: 1, seconds: SECONDS, status: 200, request }
  return { load, count: () => moves }
}

/**
 * Measures PUT of another status on a card of a board of 5,000, without stages and with 20 of them, as a member of the
 * project; with `BENCH_BEFORE` also with that build.
 */
export const cardMove = () =>
  withBoards(
    async ({ cluster, boards, staged, tokens, ours, floor }) => {
      const client = await cluster.connect(DATABASE)
      const older = await startBefore(cluster)
      // The second session belongs to a plain member.
      const board = { on: ours, path: '/api/user-tasks', id: boards.large[5000], client, token: tokens[1] ?? '' }
      const plain = await movesOf(board)
      const withStages = await movesOf({ ...board, id: staged })
      const under = await movesOf({ on: floor, path: '/tasks', id: boards.large[5000], client })
      const before =
        older &&
        (await movesOf({
          ...board,
          on: older.program,
          id: older.boards.large[5000],
          client: older.client,
          token: older.token,
        }))
      const written = () => rowsWritten(client)
      const start = await written()
      const loads = { floor: under.load, ours: plain.load, staged: withStages.load }
      const measured: Record<keyof typeof loads, LoadResult> & { before?: LoadResult } = before
        ? await compareLoads({ ...loads, before: before.load }, ROUNDS)
        : await compareLoads(loads)
      // PostgreSQL's statistics have all writes of a connection when the connection has ended, at the latest.
      await ours.stop()
      await sleep(500)
      const rows = ((await written()) - start) / (plain.count() + withStages.count())
      await client.end()
      await older?.stop()
      const beside = (what: string, p50: number, other: number, name: string): Figure => ({
        what,
        value: milliseconds(p50),
        ratio: `${times(p50 / other)} ${name}`,
        target: `≤ ${times(MOVE_TARGET)}`,
        reached: p50 / other <= MOVE_TARGET,
      })
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
        beside('  with 20 stages (p50)', measured.staged.p50, measured.ours.p50, 'without'),
        ...(measured.before
          ? [
              beside(
                '  beside the older build (p50)',
                measured.ours.p50,
                measured.before.p50,
                `its ${milliseconds(measured.before.p50)}`,
              ),
              beside('  with 20 stages beside it', measured.staged.p50, measured.before.p50, 'its'),
            ]
          : []),
        {
          what: '  rows written for each move',
          value: rows.toFixed(3),
          target: '2',
          reached: Math.abs(rows - 2) < 0.01,
        },
      ]
    },
    { hasStages: true },
  )

/** The average bytes of such a card before there were stages. */
const CARD_BYTES_BEFORE = 556.91
/** The most bytes that a card with a reward has more, on average. */
const REWARD_BYTES_TARGET = 40
/** The most bytes that a card has more, on average, on a board of 20 stages. */
const STAGE_BYTES_TARGET = 12

/** Gives every task of a board a reward. The database keeps the amount in the task's row, which is what a board reads. */
const rewardAll = async (cluster: Cluster, boardID: string): Promise<void> => {
  const client = await cluster.connect(DATABASE)
  await client.query(
    `insert into offers (task_id, project_id, amount_cents, currency, mode, made_by, made_at, changed_at)
    select t.id, t.project_id, 1000 + 100 * (t.task_number % 1000), 'USD', 'assigned', p.created_by, now(), now()
    from tasks t join projects p on p.id = t.project_id where p.id = $1`,
    [boardID],
  )
  await client.end()
}

/**
 * Measures the average bytes of a card in the JSON of a board of 5,000, without stages and with 20 of them, and of one of
 * 1,000 without rewards and with them.
 */
export const boardJson = () =>
  withBoards(
    async ({ cluster, boards, staged, tokens, ours }) => {
      const bytesOf = async (id: string) => {
        const path = `/api/user-tasks/by-project/${id}`
        const { status, body } = await askOnce(ours.origin, { method: 'GET', path, token: tokens[1] ?? '' })
        if (status !== 200) throw new Error(`The board answered ${status}.`)
        const { data } = JSON.parse(body.toString()) as { data: Array<{ status: number }> }
        const onBoard = data.filter((card) => card.status >= 1 && card.status <= 4)
        return { all: body.length, average: body.length / data.length, count: onBoard.length }
      }
      const [plain, more] = [await bytesOf(boards.large[5000]), await bytesOf(staged)]
      // Two statuses of the first release have no column, and so no stages.
      const growth = (more.all - plain.all) / more.count
      const without = await bytesOf(boards.large[1000])
      await rewardAll(cluster, boards.large[1000])
      const rewarded = (await bytesOf(boards.large[1000])).average - without.average
      return [
        {
          what: 'bytes of a card without stages or reward, on average of 5,000',
          value: plain.average.toFixed(2),
          target: `≤ ${CARD_BYTES_BEFORE}`,
          reached: Number(plain.average.toFixed(2)) <= CARD_BYTES_BEFORE,
        },
        {
          what: '  more with 20 stages',
          value: growth.toFixed(2),
          target: `≤ ${STAGE_BYTES_TARGET}`,
          reached: growth <= STAGE_BYTES_TARGET,
        },
        {
          what: '  more with a reward',
          value: rewarded.toFixed(2),
          target: `≤ ${REWARD_BYTES_TARGET}`,
          reached: rewarded > 0 && rewarded <= REWARD_BYTES_TARGET,
        },
      ]
    },
    { hasStages: true },
  )

/** How many rows of tasks and events were written so far: a move writes both, and notices of it come later, from the log. */
const rowsWritten = async (client: Awaited<ReturnType<Cluster['connect']>>): Promise<number> => {
  const { rows } = await client.query<{ rows: number }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables where relname in ('tasks', 'events')`,
  )
  return rows[0]?.rows ?? 0
}

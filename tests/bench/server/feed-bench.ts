import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { openConnection, quantile, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { seedBoards } from './seed-boards.ts'

const DATABASE = 'event_feed'
const READERS = 20
const MOVES_A_SECOND = 10
const SECONDS = 20
/** Moves of the first seconds are not counted: both processes compile their code and plan their statements in them. */
const WARM_UP_SECONDS = 8
const LAST_WAIT_MS = 5_000
const P99_TARGET_MS = 100

type Page = { data: { taskID: string | null; task: { version: number } | null }[]; nextCursor: string }

/**
 * Measures how soon programs that ask with `wait` have an event: 20 of them at two processes, while one person makes 10 moves a
 * second at the first. A time begins when the move is sent, and so before its commit.
 */
export const eventFeed = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  const programs: Program[] = []
  const closing: Array<() => unknown> = []
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    const cards = await client.query<{ id: string; status: number; version: number }>(
      'select id, status, version::int from tasks where project_id = $1 and status in (1, 2, 3) limit 200',
      [boards.large[1000]],
    )
    await client.end()
    for (let n = 0; n < 2; n++) programs.push(await startOurs(cluster.urlOf(DATABASE)))
    const [first, second] = programs as [Program, Program]
    const tokens = await Promise.all(boards.sessions.map(tokenFor))
    const sent = new Map<string, number>()
    const took: number[] = []
    let isOver = false
    const read = async ({ origin }: Program, token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      for (let after = ''; !isOver;) {
        const answer = await fetch(`${origin}/api/events?wait=${after ? 5 : 0}${after && `&after=${after}`}`, {
          headers,
        })
        if (answer.status !== 200) throw new Error(`GET /events answered ${answer.status}.`)
        const page = (await answer.json()) as Page
        const now = performance.now()
        for (const { taskID, task } of page.data) {
          const at = sent.get(`${taskID} ${task?.version}`)
          if (at !== undefined) took.push(now - at)
        }
        after = page.nextCursor
      }
    }
    const reading = Array.from({ length: READERS }, (_, n) => read(n % 2 === 0 ? first : second, tokens[1 + n] ?? ''))
    await sleep(1_000)
    const mover = await openConnection(first.origin)
    closing.push(() => mover.close())
    const began = performance.now()
    const warmUp = MOVES_A_SECOND * WARM_UP_SECONDS
    const moves = MOVES_A_SECOND * SECONDS
    for (let n = 0; n < warmUp + moves; n++) {
      await sleep(Math.max(0, began + (n * 1000) / MOVES_A_SECOND - performance.now()))
      const card = cards.rows[n % cards.rows.length]
      if (!card) throw new Error('There are no cards to move.')
      card.status = (card.status % 3) + 1
      card.version += 1
      if (n >= warmUp) sent.set(`${card.id} ${card.version}`, performance.now())
      const request = { method: 'PUT', path: `/api/user-tasks/${card.id}`, token: tokens[0] ?? '' }
      const { status } = await mover.ask(writeRequest({ ...request, body: { status: card.status } }))
      if (status !== 200) throw new Error(`A move answered ${status}.`)
    }
    const expected = moves * READERS
    const end = performance.now() + LAST_WAIT_MS
    while (took.length < expected && performance.now() < end) await sleep(20)
    isOver = true
    await Promise.all(reading)
    const sorted = Float64Array.from(took).sort()
    const p99 = quantile(sorted, 0.99)
    return [
      {
        what: `a move sent to an answer with it, ${count(READERS, 'program')} at two processes (p50)`,
        value: milliseconds(quantile(sorted, 0.5)),
      },
      { what: '  p99', value: milliseconds(p99), target: `≤ ${P99_TARGET_MS} ms`, reached: p99 <= P99_TARGET_MS },
      {
        what: `  events of ${expected} that came`,
        value: String(took.length),
        target: 'all',
        reached: took.length === expected,
      },
    ]
  } finally {
    for (const close of closing) await close()
    for (const program of programs) await program.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

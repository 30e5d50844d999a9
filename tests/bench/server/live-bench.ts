import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumFlags, wholeChromiumPath } from '#support/chromium.ts'
import { count, type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { openConnection, quantile, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { seedBoards } from './seed-boards.ts'

const DATABASE = 'live'
const CLIENTS = 200
const MOVES_A_SECOND = 10
const SECONDS = 20
const CARDS = 200
const P99_TARGET_MS = 100
/** Frames of the last moves are waited for this long; a frame that has not come by then is lost. */
const LATE_MS = 3_000

/** Reads one of the numbers of GET /metrics; a number with labels is the sum of those whose labels `having` finds. */
const metricOf = async ({ origin }: Program, name: string, having = ''): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(having))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** Opens a stream of changes and calls `hear` with each piece of it as it arrives. */
const openStream = async ({ origin }: Program, token: string, hear: (text: string) => void) => {
  const request = get(`${origin}/api/events/stream`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The stream answered ${answer.statusCode}.`)
  answer.setEncoding('utf8').on('data', hear)
  request.on('error', () => undefined)
  return () => request.destroy()
}

/** Opens the board in a browser, as somebody who only looks on. */
const openViewer = async ({ origin }: Program, projectID: string, userID: string, accessToken: string) => {
  const executablePath = wholeChromiumPath()
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
  const page = await browser.newPage()
  await page.goto(`${origin}/favicon.svg`)
  const kept = { accessToken, refreshToken: 'none', userID }
  await page.evaluate((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), kept)
  await page.goto(`${origin}/project/${projectID}/tasks`)
  await page.locator('[data-card]').first().waitFor()
  // By then the page has its stream, and has read what it reads when it begins.
  await sleep(3_000)
  return {
    /** The status of the card on the screen, as the number of its column. */
    columnOf: (taskID: string) =>
      page.evaluate((id) => {
        const column = document.querySelector(`[data-card="${id}"]`)?.closest('[data-column]')
        return column?.getAttribute('data-column') ?? null
      }, taskID),
    close: () => browser.close(),
  }
}

/**
 * Measures how soon people see each other's moves: 200 streams at two processes, on one board of 1,000 cards, on which one
 * person makes 10 moves a second at the first process. A time begins when the move is sent, and so before its commit.
 */
export const liveFanout = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  const programs: Program[] = []
  const closing: Array<() => unknown> = []
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    const projectID = boards.large[1000]
    const cards = await client.query<{ id: string; status: number; version: number }>(
      'select id, status, version::int from tasks where project_id = $1 and status in (1, 2, 3) order by updated_at desc limit $2',
      [projectID, CARDS],
    )
    await client.end()
    for (let n = 0; n < 2; n++) programs.push(await startOurs(cluster.urlOf(DATABASE)))
    const [first, second] = programs as [Program, Program]
    const tokens = await Promise.all(boards.sessions.map(tokenFor))

    const memory = () => metricOf(first, 'process_resident_memory_bytes')
    const before = await memory()
    /** When each move was sent, by task and version; and the milliseconds until each client had its frame. */
    const sent = new Map<string, number>()
    const took: number[] = []
    const hear = (text: string) => {
      const now = performance.now()
      for (const [, taskID, version] of text.matchAll(/"taskID":"([^"]+)".*?"version":(\d+)/g)) {
        const at = sent.get(`${taskID} ${version}`)
        if (at !== undefined) took.push(now - at)
      }
    }
    // Somebody may have five streams, so 200 of them belong to 50 people; the first of all makes the moves.
    for (let n = 0; n < CLIENTS; n++)
      closing.push(await openStream(n % 2 === 0 ? first : second, tokens[1 + (n % 50)] ?? '', hear))
    await sleep(2_000)
    const perClient = ((await memory()) - before) / (CLIENTS / 2)

    const viewing = boards.sessions[55]
    const viewer = await openViewer(second, projectID, viewing?.userID ?? '', tokens[55] ?? '')
    closing.push(() => viewer.close())
    const reads = async () => {
      const ofBoards = (program: Program) => metricOf(program, 'guildhall_requests_total', 'tasks.byProject')
      return (await ofBoards(first)) + (await ofBoards(second))
    }
    const readsBefore = await reads()
    if (readsBefore < 1) throw new Error('The metrics do not show how the viewer read the board.')
    const mover = await openConnection(first.origin)
    closing.push(() => mover.close())
    const began = performance.now()
    const moves = MOVES_A_SECOND * SECONDS
    let last = { id: '', status: 0 }
    for (let n = 0; n < moves; n++) {
      await sleep(Math.max(0, began + (n * 1000) / MOVES_A_SECOND - performance.now()))
      const card = cards.rows[n % cards.rows.length]
      if (!card) throw new Error('There are no cards to move.')
      card.status = (card.status % 3) + 1
      // The move gives the card its next version, and a frame may come before the mover's answer.
      card.version += 1
      last = card
      sent.set(`${card.id} ${card.version}`, performance.now())
      const request = { method: 'PUT', path: `/api/user-tasks/${card.id}`, token: tokens[0] ?? '' }
      const { status } = await mover.ask(writeRequest({ ...request, body: { status: card.status } }))
      if (status !== 200) throw new Error(`A move answered ${status}.`)
    }
    const expected = moves * CLIENTS
    for (const until = performance.now() + LATE_MS; took.length < expected && performance.now() < until;)
      await sleep(50)
    const readsCaused = (await reads()) - readsBefore
    const shown = await viewer.columnOf(last.id)
    const sorted = Float64Array.from(took).sort()
    const p99 = quantile(sorted, 0.99)
    return [
      {
        what: `a move sent to its frame, ${count(CLIENTS, 'client')} at two processes (p50)`,
        value: milliseconds(quantile(sorted, 0.5)),
      },
      { what: '  p99', value: milliseconds(p99), target: `≤ ${P99_TARGET_MS} ms`, reached: p99 <= P99_TARGET_MS },
      { what: '  slowest', value: milliseconds(sorted.at(-1) ?? Number.NaN) },
      {
        what: `  frames of ${expected} that came`,
        value: String(took.length),
        target: 'all',
        reached: took.length === expected,
      },
      {
        what: `  reads of the board by a viewer, for ${moves} foreign moves that it shows`,
        value: shown === String(last.status) ? String(readsCaused) : 'not shown',
        target: '0',
        reached: readsCaused === 0 && shown === String(last.status),
      },
      { what: '  memory of the process for each client', value: `${Math.round(perClient / 1024)} kB` },
    ]
  } finally {
    for (const close of closing) await close()
    for (const program of programs) await program.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

import { type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { askOnce, compareLoads, writeRequest } from './http-load.ts'
import { type Program, startOurs } from './programs.ts'
import { seedBoards } from './seed-boards.ts'

const DATABASE = 'public_page'
const TASKS = 40
const SECONDS = 3
const TARGET_MS = 10
const TARGET_BYTES = 30_000

/** Measures how soon the server answers the public page of a project with many open tasks and long texts, and how large it is. */
export const publicPage = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  let program: Program | undefined
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    const projectID = boards.small[0] ?? ''
    await client.query(
      `update projects set show_to_visitors = true, status = 1, description = repeat('A map of the harbour. ', 400) where id = $1`,
      [projectID],
    )
    await client.query(
      `with made as (
        insert into tasks (id, project_id, task_number, title, description)
        select gen_random_uuid(), $1, 1000000 + n, 'Draw the quay ' || n, repeat('In ink. ', 40) from generate_series(1, ${TASKS}) n
        returning id
      ) insert into offers (task_id, project_id, amount_cents, currency, mode, takers, made_by, made_at, changed_at)
      select made.id, $1, 4000, 'USD', 'claim', 'anyone', p.created_by, now(), now() from made join projects p on p.id = $1`,
      [projectID],
    )
    await client.query('vacuum analyze')
    await client.end()
    program = await startOurs(cluster.urlOf(DATABASE), { GUILDHALL_PUBLIC_PAGES: 'on' })
    const moved = await askOnce(program.origin, { method: 'GET', path: `/p/${projectID}` })
    const path = /^location: (\S+)/im.exec(moved.head)?.[1] ?? ''
    const call = { method: 'GET', path }
    const { status, body } = await askOnce(program.origin, call)
    if (status !== 200 || !body.includes('$40.00')) throw new Error(`The page answers ${status}.`)
    const request = writeRequest(call)
    const { page } = await compareLoads({
      page: { origin: program.origin, clients: 1, seconds: SECONDS, status: 200, request: () => request },
    })
    return [
      {
        what: 'the public page of a project (p50)',
        value: milliseconds(page.p50),
        target: `≤ ${TARGET_MS} ms`,
        reached: page.p50 <= TARGET_MS,
      },
      { what: '  p99', value: milliseconds(page.p99) },
      {
        what: '  its size, uncompressed',
        value: `${(body.length / 1000).toFixed(1)} kB`,
        target: `≤ ${TARGET_BYTES / 1000} kB`,
        reached: body.length <= TARGET_BYTES,
      },
    ]
  } finally {
    await program?.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

import { type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { askOnce, compareLoads, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { seedBoards } from './seed-boards.ts'

const DATABASE = 'requests'
const APPLICATIONS = 500
const SECONDS = 3
const TARGET_MS = 50

/** Measures how soon the server answers the applications to a project that has as many as are listed, each with a letter. */
export const requestList = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  let program: Program | undefined
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    const projectID = boards.small[0] ?? ''
    await client.query(
      `insert into users (id, email, username, password_hash, name, is_email_verified)
      select uuidv7(), 'applicant' || n || '@bench.test', 'applicant' || n, '-', 'Applicant ' || n, true from generate_series(1, ${APPLICATIONS}) n`,
    )
    await client.query(
      `insert into project_requests (id, project_id, user_id, kind, status, created_by, letter, created_at, updated_at)
      select uuidv7(), $1, id, 'application', (row_number() over (order by id)) % 3, id, repeat('I know these harbours well. ', 40), now(), now()
      from users where username like 'applicant%'`,
      [projectID],
    )
    await client.query('vacuum analyze')
    await client.end()
    program = await startOurs(cluster.urlOf(DATABASE))
    const [owner] = boards.sessions
    if (!owner) throw new Error('There is no owner.')
    const path = `/api/user-projects/${projectID}/requests?type=received`
    const call = { method: 'GET', path, token: await tokenFor(owner) }
    const { body } = await askOnce(program.origin, call)
    const listed = (JSON.parse(body.toString()) as { data: unknown[] }).data.length
    if (listed !== APPLICATIONS) throw new Error(`${listed} of ${APPLICATIONS} applications are listed.`)
    const request = writeRequest(call)
    const { page } = await compareLoads({
      page: { origin: program.origin, clients: 1, seconds: SECONDS, status: 200, request: () => request },
    })
    return [
      {
        what: `the list of ${APPLICATIONS} applications to a project, ${Math.round(body.length / 1000)} kB (p50)`,
        value: milliseconds(page.p50),
        target: `≤ ${TARGET_MS} ms`,
        reached: page.p50 <= TARGET_MS,
      },
      { what: '  p99', value: milliseconds(page.p99) },
    ]
  } finally {
    await program?.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

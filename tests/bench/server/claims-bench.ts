import type pg from 'pg'
import { type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { median, openConnection, quantile, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'

const DATABASE = 'claims'
const ALONE = 400
const WARM_UP = 20
const TARGET_MS = 4
const AT_ONCE = 50
const ROUNDS = 9
const AT_ONCE_TARGET_MS = 250
const PEOPLE = WARM_UP + ALONE + AT_ONCE * ROUNDS

type World = { tokens: string[]; tasks: string[] }
/** A project with an open task for each claim that is made alone and for each round, and people who hold nothing yet. */
const seed = async (client: pg.Client): Promise<World> => {
  await client.query(`
    insert into users (id, email, username, password_hash, name, is_email_verified)
    select uuidv7(), 'person' || n || '@bench.test', 'person' || n, '-', 'Person ' || n, true from generate_series(0, ${PEOPLE}) n;
    insert into session_families (id, user_id) select uuidv7(), id from users where username <> 'person0';
    insert into projects (id, title, description, skills, status, budget, created_by)
    select uuidv7(), 'Harbour map', 'Work.', 'Maps', 1, '1000000', id from users where username = 'person0';
    insert into memberships (project_id, user_id, role, last_active_at) select id, created_by, 'owner', now() from projects;
    insert into tasks (id, project_id, task_number, title, description)
    select uuidv7(), p.id, n, 'Draw the quay ' || n, 'In ink.' from projects p, generate_series(1, ${WARM_UP + ALONE + ROUNDS}) n;
    insert into task_counters select project_id, max(task_number) from tasks group by 1;
    insert into offers (task_id, project_id, amount_cents, currency, mode, takers, made_by, made_at, changed_at)
    select t.id, p.id, 0, 'USD', 'claim', 'anyone', p.created_by, now(), now() from tasks t join projects p on p.id = t.project_id`)
  await client.query('vacuum analyze')
  const sessions = await client.query<{ userID: string; familyID: string }>(
    'select user_id as "userID", id as "familyID" from session_families order by id',
  )
  const { rows } = await client.query<{ id: string }>('select id from tasks order by task_number')
  return { tokens: await Promise.all(sessions.rows.map(tokenFor)), tasks: rows.map(({ id }) => id) }
}

const claimOf = (taskID = '', token = '') =>
  writeRequest({
    method: 'POST',
    path: `/api/user-tasks/${taskID}/claim`,
    token,
    body: { idempotencyKey: `claim of ${taskID}` },
  })

/** How long claims take that are made one after the other, each by another person of another task. */
const alone = async (origin: string, { tokens, tasks }: World): Promise<number[]> => {
  const connection = await openConnection(origin)
  const took: number[] = []
  for (let n = 0; n < WARM_UP + ALONE; n++) {
    const began = performance.now()
    const { status, body } = await connection.ask(claimOf(tasks[n], tokens[n]))
    if (status !== 201) throw new Error(`A claim answered ${status}: ${body.toString()}`)
    if (n >= WARM_UP) took.push(performance.now() - began)
  }
  connection.close()
  return took.sort((a, b) => a - b)
}

/** How long it takes until all people who claim one task at once have their answers. */
const together = async (origins: readonly string[], { tokens, tasks }: World): Promise<number[]> => {
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => openConnection(origins[n % origins.length] ?? '')),
  )
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = WARM_UP + ALONE + round * AT_ONCE
    const began = performance.now()
    const answers = await Promise.all(
      connections.map((connection, n) => connection.ask(claimOf(tasks[WARM_UP + ALONE + round], tokens[first + n]))),
    )
    took.push(performance.now() - began)
    const won = answers.filter(({ status }) => status === 201).length
    const lost = answers.filter(({ status }) => status === 409).length
    if (won !== 1 || lost !== AT_ONCE - 1) throw new Error(`${won} claims won, and ${lost} lost.`)
  }
  for (const connection of connections) connection.close()
  return took
}

/** [CLAIM-68] Measures POST of a claim, alone and 50 of one task at once at two processes. */
export const claim = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  const programs: Program[] = []
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const world = await seed(client)
    await client.end()
    for (let n = 0; n < 2; n++) programs.push(await startOurs(cluster.urlOf(DATABASE)))
    const origins = programs.map(({ origin }) => origin)
    const took = await alone(origins[0] ?? '', world)
    const rounds = await together(origins, world)
    return [
      {
        what: 'a claim, 1 client (p50)',
        value: milliseconds(median(took)),
        target: `≤ ${TARGET_MS} ms`,
        reached: median(took) <= TARGET_MS,
      },
      { what: '  p99', value: milliseconds(quantile(took, 0.99)) },
      {
        what: `${AT_ONCE} claims of one task at once at two processes, in all (median of ${ROUNDS})`,
        value: milliseconds(median(rounds)),
        target: `≤ ${AT_ONCE_TARGET_MS} ms`,
        reached: median(rounds) <= AT_ONCE_TARGET_MS,
      },
      { what: '  the slowest', value: milliseconds(Math.max(...rounds)) },
    ]
  } finally {
    for (const program of programs) await program.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}

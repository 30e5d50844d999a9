/**
 * The floor under our figures: a server of Fastify and pg that does as little as possible for the same answers, without accounts,
 * rights, checks or logs. Like our server it is a process of its own. It takes the database's address and prints its port.
 */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 })
const app = fastify()

app.post<{ Body: { title: string; description: string; projectID: string } }>('/tasks', async (request, reply) => {
  const { title, description, projectID } = request.body
  const { rows } = await pool.query<object>({
    name: 'create',
    text: 'insert into floor_tasks (project_id, title, description) values ($1, $2, $3) returning *',
    values: [projectID, title, description],
  })
  return reply.status(201).send(rows[0])
})

app.put<{ Params: { id: string }; Body: { status: number } }>('/tasks/:id', async (request) => {
  const { rows } = await pool.query<object>({
    name: 'move',
    text: 'update floor_tasks set status = $2, updated_at = now() where id = $1 returning *',
    values: [request.params.id, request.body.status],
  })
  return rows[0]
})

app.get<{ Params: { projectID: string } }>('/board/:projectID', async (request) => {
  const { rows } = await pool.query<object>({
    name: 'board',
    text: 'select * from floor_tasks where project_id = $1 order by updated_at desc',
    values: [request.params.projectID],
  })
  return { data: rows }
})

app.get('/nothing', async () => ({ status: 'ok' }))

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`ready ${typeof address === 'object' && address ? address.port : 0}\n`)
// The end of standard input says that the program which started this server has ended, or wants it to end.
process.stdin.resume().once('end', () => process.exit())
process.once('SIGTERM', () => process.exit())

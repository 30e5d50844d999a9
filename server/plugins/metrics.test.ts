import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'
import { startDatabaseProxy } from '#support/database-proxy.ts'
import { createUser } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { startTestApp, type TestApp, type TestOptions } from '#support/server.ts'

const TOKEN = 'a token of the tests, long enough'
let server: TestApp | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const start = async (options: TestOptions = {}) => (server = await startTestApp(options))

/** Sends exactly these headers; fetch would add those of a browser. */
const read = (from: TestApp, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    request(`${from.origin}/metrics`, { headers, agent: false }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
      .on('error', reject)
      .end()
  })
const valueOf = (body: string, name: string) => {
  const line = body.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test('requests are counted by call and status, connections and jobs by state', async () => {
  const app = await start()
  const { user } = await createUser(app)
  await failureOf(app.client().auth.login({ body: { emailID: user.email, password: 'not this one' } }))
  const past = new Date(app.clock.now().getTime() - 60_000)
  const job = { kind: 'answer-mail', payload: '{}', created_at: past }
  await app.db
    .insertInto('jobs')
    .values([
      { ...job, id: '01890a5d-ac96-774b-bcce-b302099a8001', run_at: past },
      { ...job, id: '01890a5d-ac96-774b-bcce-b302099a8002', run_at: new Date(past.getTime() + 3_600_000) },
      { ...job, id: '01890a5d-ac96-774b-bcce-b302099a8003', run_at: past, gave_up_at: past },
    ])
    .execute()
  const { status, body } = await read(app)
  expect(status).toBe(200)
  expect(valueOf(body, 'guildhall_requests_total{operation="auth.login",status="401"}')).toBe(1)
  expect(valueOf(body, 'guildhall_request_duration_seconds_count{operation="auth.login"}')).toBe(1)
  expect(valueOf(body, 'guildhall_database_up')).toBe(1)
  for (const state of ['due', 'waiting', 'given_up']) expect(valueOf(body, `guildhall_jobs{state="${state}"}`)).toBe(1)
  expect(valueOf(body, 'guildhall_job_oldest_due_seconds')).toBeGreaterThanOrEqual(60)
  expect(valueOf(body, 'guildhall_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1)
  expect(valueOf(body, 'guildhall_database_connections{state="waiting"}')).toBe(0)
  // These are there before the first mail, so that an alarm sees the first failure.
  for (const outcome of ['sent', 'failed'])
    expect(valueOf(body, `guildhall_mails_total{kind="digest",outcome="${outcome}"}`)).toBe(0)
  expect(valueOf(body, 'guildhall_disk_free_bytes')).toBeGreaterThan(0)
  expect(body).toMatch(/^guildhall_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m)
})

test('without its database the server reports only the figures that need no database', async () => {
  const scratch = await createScratchDatabase()
  const way = await startDatabaseProxy(scratch.url)
  const app = await start({ url: way.url })
  way.takeAway()
  const { status, body } = await read(app)
  expect(status).toBe(200)
  expect(valueOf(body, 'guildhall_database_up')).toBe(0)
  expect(body).not.toMatch(/^guildhall_jobs\{/m)
  expect(body).not.toMatch(/^guildhall_job_oldest_due_seconds /m)
  way.bringBack()
  await app.close()
  server = undefined
  await way.close()
  await scratch.drop()
})

test('without a token only programs on this machine can read the figures', async () => {
  const app = await start()
  expect((await read(app)).status).toBe(200)
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '203.0.113.7' },
    { origin: 'http://127.0.0.1:4311' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    expect({ headers, ...(await read(app, headers)) }).toMatchObject({ headers, status: 404 })
  await app.close()
  // This server is behind a proxy on the same machine that adds no headers.
  const published = await start({ config: { publicUrl: 'https://guild.example', host: '0.0.0.0' } })
  expect((await read(published)).status).toBe(404)
  expect((await read(published, { host: 'guild.example' })).status).toBe(404)
})

test('with a token anybody who has it can read the figures, from anywhere', async () => {
  const app = await start({ config: { metricsToken: TOKEN, publicUrl: 'https://guild.example', host: '0.0.0.0' } })
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  expect((await read(app, { ...forwarded, authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }])
    expect((await read(app, headers)).status).toBe(401)
})

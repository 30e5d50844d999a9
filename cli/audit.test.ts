import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../server/app.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createPerson, createProject, createUser, unique } from '../tests/support/factories.ts'
import { startTestApp, type TestApp } from '../tests/support/server.ts'
import { wholeLog } from '../tests/support/whole-log.ts'
import { withTx } from '../server/db/pool.ts'
import { record } from '../server/events/record.ts'

const SLOW = 120_000
let server: TestApp
let env: NodeJS.ProcessEnv
const start = async () => {
  const server = await startTestApp()
  const { accessToken } = await createUser(server, { isAdministrator: true })
  return { server, env: { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken } }
}
beforeAll(async () => {
  ;({ server, env } = await start())
})
afterAll(() => server.close())

/** Makes events of a project as its owner, and returns their IDs, oldest first. */
const world = async (server: TestApp) => {
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  const happen = (count: number) =>
    withTx(server.db, (tx) => {
      const event = { kind: 'project.paused', actorID: owner.id, projectID, data: {} } as const
      return record(tx, new Date(), ...Array.from({ length: count }, () => event))
    })
  return { owner, projectID, happen }
}

test(
  '[ACCT-43] audit list prints a table or JSON, filtered, and says what is wrong',
  async () => {
    const { owner, projectID, happen } = await world(server)
    const ids = await happen(3)
    await wholeLog(server)
    const run = (...args: string[]) => runCommand(['audit', 'list', ...args], { env })
    const { stdout, exitCode } = await run('--person', owner.username)
    expect(exitCode).toBe(0)
    expect(stdout.match(/project\.paused/g)).toHaveLength(3)
    const json = JSON.parse((await run('--project', projectID, '--limit', '2', '--json')).stdout) as {
      data: { id: string }[]
    }
    expect(json.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 2))
    expect((await run('--person', unique('nobody'))).stderr).toContain('Nothing found.')
    const { accessToken } = await createUser(server)
    const refused = await runCommand(['audit', 'list'], { env: { ...env, GUILDHALL_TOKEN: accessToken } })
    expect(refused.exitCode).not.toBe(0)
    expect(refused.stderr).toContain('Only administrators')
  },
  SLOW,
)

test(
  'audit list calls people by their names, and says whom an invitation went to',
  async () => {
    const root = await createPerson(server, { isAdministrator: true })
    await root.api.users.updateProfile({ body: { name: 'Ada Byron' } })
    const email = `${unique('invited')}@example.org`
    await root.api.waitlist.createInvitation({ body: { email } })
    await wholeLog(server)
    const { stdout } = await runCommand(['audit', 'list', '--kind', 'waitlist.invited', '--person', root.username], {
      env,
    })
    expect(stdout).toMatch(new RegExp(`Ada Byron \\(@${root.username}\\)\\s+${email}`))
  },
  SLOW,
)

test(
  '[ACCT-43] --follow --json prints one object a line, goes on without gap or repeat over a restart of the server, and ends by Ctrl-C',
  async () => {
    // A server of its own, which it closes.
    const { server, env } = await start()
    const { projectID, happen } = await world(server)
    const ids = await happen(2)
    await wholeLog(server)
    let pid = 0
    let printed = ''
    const ended = runCommand(['audit', 'list', '--follow', '--json', '--project', projectID, '--limit', '10'], {
      env,
      onStart: (started) => (pid = started),
      onOutput: (text) => (printed += text),
    })
    const seen = () =>
      printed
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { id: string }).id)
    await expect.poll(seen, { timeout: 30_000 }).toEqual(ids)
    ids.push(...(await happen(25)))
    await expect.poll(seen, { timeout: 30_000 }).toEqual(ids)
    await server.app.close()
    ids.push(...(await happen(12)))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const restarted = await buildApp(server.deps)
    await restarted.listen({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })
    ids.push(...(await happen(3)))
    await expect.poll(seen, { timeout: 40_000 }).toEqual(ids)
    process.kill(pid, 'SIGINT')
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(seen()).toEqual(ids)
    await restarted.close()
    await server.close()
  },
  SLOW,
)

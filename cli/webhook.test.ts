import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createMembership, createPerson, createProject } from '../tests/support/factories.ts'
import { wholeLog } from '../tests/support/inbox.ts'
import { startTestApp, type TestApp } from '../tests/support/server.ts'
import { type Receiver, sendDue, startReceiver } from '../tests/support/webhooks.ts'

let server: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  const webhookTargets = { build: `${receiver.origin}/build` }
  server = await startTestApp({ config: { webhookTargets }, deps: { webhookLimits: { ca: receiver.cert } } })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

/** Several programs are started in each test, one after the other. */
const SLOW = 120_000
const runAs = async ({ id }: { id: string }) => {
  const env = {
    GUILDHALL_SERVER_URL: server.origin,
    GUILDHALL_TOKEN: (await openSession(server.deps, server.db, id)).accessToken,
  }
  return (...args: string[]) => runCommand(args, { env })
}

test(
  '[FEED-19] webhook adds, lists, sends again, changes secrets and removes; a secret is printed once, alone',
  async () => {
    const [owner, admin] = [await createPerson(server), await createPerson(server)]
    const { id } = await createProject(server, owner.id)
    await createMembership(server, id, admin.id, 'admin')
    const [run, asAdmin] = [await runAs(owner), await runAs(admin)]
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) as Record<string, never>
    expect((await run('webhook', 'list', id)).stderr).toBe('There is no webhook.\nTargets: build.\n')
    expect((await asAdmin('webhook', 'list', id)).exitCode).toBe(4)
    expect((await run('webhook', 'add', id, 'build', '--kinds', 'task.flew')).exitCode).not.toBe(0)
    expect((await run('webhook', 'add', id, 'nowhere', '--kinds', 'task.created')).exitCode).not.toBe(0)
    const added = await run('webhook', 'add', id, 'build', '--kinds', 'task.created,task.moved')
    expect(added.stdout).toMatch(/^whsec_\S+\n$/)
    expect(added.stderr).not.toContain('whsec_')
    await owner.api.tasks.create({ body: { projectID: id, title: 'Draw', description: 'Work.' } })
    await wholeLog(server)
    await sendDue(server)
    const listed = await run('webhook', 'list', id)
    for (const text of ['build', 'active', 'task.created, task.moved']) expect(listed.stdout).toContain(text)
    const sent = (await json('webhook', 'deliveries', id, 'build'))['data'] as unknown as { id: string }[]
    expect(sent).toMatchObject([{ kind: 'task.created', isDelivered: true, answer: '200', tries: 1 }])
    expect(
      Object.keys(sent[0] ?? {})
        .sort()
        .join(' '),
    ).toBe('answer id isDelivered kind sentAt tries')
    expect((await run('webhook', 'deliveries', id, 'build')).stdout).toContain('task.created')
    const again = await run('webhook', 'resend', id, 'build', sent[0]?.id ?? '')
    expect([again.exitCode, again.stderr]).toEqual([0, 'It was taken: 200\n'])
    expect(receiver.rowsAt('/build').map(({ kind }) => kind)).toEqual(['task.created', 'task.created'])
    const second = await run('webhook', 'secret', id, 'build')
    expect(second.stdout).toMatch(/^whsec_\S+\n$/)
    expect(second.stdout).not.toBe(added.stdout)
    expect((await run('webhook', 'secret', id, 'build')).exitCode).not.toBe(0)
    expect((await run('webhook', 'secret', id, 'build', '--remove-first')).stderr).toBe('The first secret is gone.\n')
    expect((await run('webhook', 'remove', id, 'build', '--yes')).stderr).toBe('Nothing more is sent to build.\n')
    expect((await json('webhook', 'list', id))['data']).toEqual([])
    expect(JSON.stringify([listed, again])).not.toContain(receiver.origin)
  },
  SLOW,
)

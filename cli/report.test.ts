import { expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createPerson, createProject } from '../tests/support/factories.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()

/** Several programs are started in the test, one after the other. */
const SLOW = 90_000
const runAs = async ({ id }: { id: string }) => {
  const env = {
    GUILDHALL_SERVER_URL: server.origin,
    GUILDHALL_TOKEN: (await openSession(server.deps, server.db, id)).accessToken,
  }
  return (...args: string[]) => runCommand(args, { env })
}

test(
  '[REPORT-13] administrators list and decide reports, and others are refused',
  async () => {
    const [owner, reader, grace] = await Promise.all([false, false, true].map((isAdministrator) => createPerson(server, { isAdministrator }))) // prettier-ignore
    if (!owner || !reader || !grace) throw new Error('Three people.')
    const project = await createProject(server, owner.id, { title: 'Harbour map' })
    const body = { kind: 'project', id: project.id, reason: 'scam' } as const
    const { id } = (await reader.api.reports.create({ body })).data
    const [asGrace, asOwner] = await Promise.all([grace, owner].map(runAs))
    if (!asGrace || !asOwner) throw new Error('Two people.')
    const { data } = JSON.parse((await asGrace('report', 'list', '--json')).stdout) as { data: unknown[] }
    expect(data).toMatchObject([
      { id, kind: 'project', part: 'whole', reason: 'scam', state: 'open', thing: { title: 'Harbour map' } },
    ])
    const table = (await asGrace('report', 'list')).stdout
    for (const text of ['Harbour map', 'Scam', 'To decide', id]) expect(table).toContain(text)
    expect((await asOwner('report', 'list')).exitCode).toBe(4)
    const decide = ['report', 'decide', id, 'hide', '--text', 'It asks for money.']
    expect((await asOwner(...decide)).exitCode).toBe(4)
    const done = await asGrace(...decide)
    expect([done.exitCode, done.stderr]).toEqual([0, 'Harbour map: decided.\n'])
    expect((await asGrace(...decide)).exitCode).not.toBe(0)
    expect((await asGrace('report', 'list')).stderr).toContain('There is no report.')
    const decided = JSON.parse((await asGrace('report', 'list', '--state', 'decided', '--json')).stdout) as {
      data: unknown[]
    }
    expect(decided.data).toMatchObject([{ id, decision: 'hide', decisionText: 'It asks for money.' }])
  },
  SLOW,
)

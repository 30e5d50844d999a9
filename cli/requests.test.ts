import { expect, onTestFinished, test } from 'vitest'
import { limitOf } from '../server/limits/limit-table.ts'
import { requestStatusLabel } from '../shared/rules/statuses.ts'
import { rejectionReasons } from '../shared/contract/index.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createCreator, createProject, createUser, unique } from '../tests/support/factories.ts'
import { startFaultProxy } from '../tests/support/fault-proxy.ts'
import { fillLimit } from '../tests/support/fill-limit.ts'
import { type TestApp, testApp } from '../tests/support/server.ts'
import { exitCode } from './exit-codes.ts'
import { rejectionWords, requestWords } from './words.ts'

const server = testApp()
/** Several programs are started in each test, one after the other. */
const SLOW = 90_000

/** A project that asks a question, and people who have applied to it. */
const applied = async (...letters: string[]) => {
  const { user, accessToken } = await createCreator(server)
  const owner = server.client(accessToken)
  const project = await createProject(server, user.id, { title: unique('Harbour map ') })
  const params = { id: project.id }
  const question = 'Which harbours do you know?'
  await owner.projects.update({ params, body: { questions: [{ text: question, kind: 'short', isRequired: false }] } })
  const people: Array<Awaited<ReturnType<typeof createUser>> & { api: ReturnType<TestApp['client']> }> = []
  for (const letter of letters) {
    const person = await createUser(server)
    const api = server.client(person.accessToken)
    await api.projects.apply({ params, body: { letter, answers: [{ question, answer: 'Bergen' }] } })
    people.push({ ...person, api })
  }
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
  const run = (...args: string[]) => runCommand(['request', ...args, '--project', project.id], { env })
  const { data } = await owner.memberships.requests({ params, query: { type: 'received' } })
  const idOf = (at: number) => data.find(({ userID }) => userID === people[at]?.user.id)?.id ?? ''
  return { owner, user, env, project, params, people, run, idOf }
}
type ListAnswer = { data: Array<Record<string, unknown>> }
const rowsOf = ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as ListAnswer).data

test(
  '[TOKEN-18] list prints applications with letter and answers, and opens a letter only when it is told to',
  async () => {
    const { people, run, idOf } = await applied('I sailed there.', 'I draw coasts.')
    const [row] = rowsOf(await run('list', '--json'))
    expect(row).toEqual({
      id: idOf(1),
      username: people[1]?.user.username,
      name: '',
      status: 'pending',
      createdAt: expect.any(String) as string,
      answerBy: expect.any(String) as string,
      openedAt: null,
      letter: null,
      answers: [],
      isUnopened: true,
    })
    expect((await run('list')).stdout).toContain('Its letter has not been opened; --open opens it.')
    // So far the applicant may still change it.
    await people[1]?.api.requests.update({ params: { id: idOf(1) }, body: { letter: 'I draw coasts and harbours.' } })

    const opened = rowsOf(await run('list', '--open', '--json'))
    expect(opened.map(({ letter, isUnopened }) => [letter, isUnopened])).toEqual([
      ['I draw coasts and harbours.', false],
      ['I sailed there.', false],
    ])
    expect(opened[0]).toMatchObject({
      openedAt: expect.any(String) as string,
      answers: [{ question: 'Which harbours do you know?', answer: 'Bergen' }],
    })
    const { stdout } = await run('list', '--status', 'pending')
    expect(stdout).toContain('  I sailed there.\n\n> Which harbours do you know?\n  Bergen\n')
    expect(await run('list', '--status', 'rejected')).toMatchObject({ stdout: '', exitCode: 0 })
  },
  SLOW,
)

test(
  '[TOKEN-18] decide rejects and approves one or many, with reason, and reports each',
  async () => {
    const { owner, params, people, run, idOf } = await applied('One.', 'Two.', 'Three.')
    const ids = [idOf(0), idOf(1)]
    const foreseen = await run('decide', 'reject', ...ids, '--dry-run')
    expect(foreseen.stdout).toBe(
      ids.map((id, at) => `would be rejected ${id}: ${people[at]?.user.username}\n`).join(''),
    )
    const rejected = await run('decide', 'reject', ...ids, '--reason', 'skills', '--text', 'Please apply in spring.')
    expect(rejected).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 rejected, 0 skipped') as string })
    expect(rejected.stdout).toContain(`rejected ${ids[0]}: ${people[0]?.user.username}\n`)
    const { data } = await owner.memberships.requests({ params, query: { type: 'received' } })
    expect(data.filter(({ id }) => ids.includes(id)).map(({ status, rejection }) => [status, rejection])).toEqual([
      [2, { reason: 'skills', text: 'Please apply in spring.' }],
      [2, { reason: 'skills', text: 'Please apply in spring.' }],
    ])

    // The same again changes nothing; the others are done, and an ID of no application is reported as such.
    const mixed = await run('decide', 'approve', idOf(2), idOf(0), 'nonsense', '--json')
    expect(mixed.exitCode).toBe(exitCode.someFailed)
    const { results, approved, failed } = JSON.parse(mixed.stdout) as Record<string, unknown>
    expect({ approved, failed }).toEqual({ approved: 1, failed: 2 })
    expect(results).toEqual([
      { id: idOf(2), status: 'approved', message: people[2]?.user.username },
      { id: idOf(0), status: 'failed', message: expect.stringContaining('has rejected this application.') as string },
      { id: 'nonsense', status: 'failed', message: 'not the ID of an application to this project' },
    ])
    const again = await run('decide', 'approve', idOf(2))
    expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('1 skipped') as string })
  },
  SLOW,
)

test(
  '[TOKEN-18] list keeps the lines of a letter, set in so that it cannot imitate another application',
  async () => {
    const letter = 'Dear all,\r\n\nI draw.\nkofi · approved\n\u001b[2Jgone'
    const { run } = await applied(letter)
    const { stdout } = await run('list', '--open')
    expect(stdout).toContain('\n\n  Dear all,\n\n  I draw.\n  kofi · approved\n')
    expect(stdout).not.toContain('\u001b')
  },
  SLOW,
)

test(
  '[TOKEN-18] list --open leaves out what is withdrawn meanwhile, and prints what it has opened before a failure',
  async () => {
    const { project, params, people, env, idOf } = await applied('First.', 'Second.', 'Third.')
    const proxy = await startFaultProxy(server.origin)
    onTestFinished(() => proxy.close())
    const list = (...args: string[]) =>
      runCommand(['request', 'list', '--open', '--json', ...args, '--project', project.id], {
        env: { ...env, GUILDHALL_SERVER_URL: proxy.origin },
      })
    let letGo = () => {}
    const until = new Promise<void>((resolve) => {
      letGo = resolve
    })
    proxy.fault({ path: /seen$/, until, times: 1 })
    const listing = list()
    const opening = () => proxy.seen().filter(({ path }) => path.endsWith('/seen'))
    await expect.poll(opening, { timeout: 30_000 }).toHaveLength(1)
    const withdrawn = { ...params, userId: people[1]?.user.id ?? '' }
    await people[1]?.api.memberships.answer({ params: withdrawn, body: { accept: false } })
    letGo()
    const listed = await listing
    expect(listed.exitCode).toBe(0)
    expect(rowsOf(listed).map((row) => row['letter'])).toEqual(['Third.', 'First.'])

    proxy.fault({
      path: new RegExp(`requests/${idOf(0)}`),
      status: 500,
      body: { message: 'Broken.', code: 'INTERNAL' },
    })
    const failed = await list()
    expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Broken') as string })
    expect(rowsOf(failed).map((row) => row['letter'])).toEqual(['Third.'])
  },
  SLOW,
)

test(
  '[TOKEN-18] decide is not limited as calls for many are, and asks the server about IDs that are not in the list',
  async () => {
    const { owner, user, env, project, params, people, run, idOf } = await applied('One.', 'Two.', 'Three.', 'Four.')
    await fillLimit(server, limitOf('decide', user.id), limitOf('decide', user.id).limit)
    const three = await run('decide', 'approve', idOf(0), idOf(1), idOf(2))
    expect(three).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('3 approved') as string })

    const proxy = await startFaultProxy(server.origin)
    onTestFinished(() => proxy.close())
    const cut = 'Only the first 500 requests are listed; there are more.'
    proxy.fault({ path: /requests\?type=received/, status: 200, body: { data: [], message: cut } })
    const beyond = (...args: string[]) =>
      runCommand(['request', ...args, '--project', project.id], {
        env: { ...env, GUILDHALL_SERVER_URL: proxy.origin },
      })
    expect((await beyond('list')).stderr).toContain(cut)
    expect(JSON.parse((await beyond('list', '--json')).stdout)).toEqual({ data: [], message: cut })

    const guest = await createUser(server)
    const { data: invitation } = await owner.memberships.invite({
      params: { ...params, userId: guest.user.id },
      body: { role: 'member' },
    })
    const nobody = '01890000-0000-7000-8000-000000000009'
    const ids = [invitation.requestId, nobody, idOf(0), idOf(3)]
    const decided = await beyond('decide', 'approve', ...ids, '--json')
    const { results } = JSON.parse(decided.stdout) as { results: Array<Record<string, string>> }
    expect(results.map(({ id, status }) => [id, status])).toEqual([
      [ids[0], 'failed'],
      [nobody, 'failed'],
      [ids[2], 'skipped'],
      [ids[3], 'approved'],
    ])
    expect(results[1]?.['message']).toBe('Unable to find project information for this request')
    expect(results[2]?.['message']).toContain('has approved this application.')
    expect(results[3]?.['message']).toBe(ids[3])
    const { data: members } = await owner.memberships.members({ params })
    expect(members.map(({ userID }) => userID)).toEqual(expect.arrayContaining(people.map((one) => one.user.id)))
  },
  SLOW,
)

test('[TOKEN-18] a member may not list applications, and a wrong reason is refused', async () => {
  const { project, people, run, idOf } = await applied('One.')
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: people[0]?.accessToken ?? '' }
  expect((await runCommand(['request', 'list', '--project', project.id], { env })).exitCode).toBe(4)
  expect(await run('decide', 'reject', idOf(0), '--reason', 'weather')).toMatchObject({ exitCode: 2, stdout: '' })
})

test('the words of the command line are those of the contract', () => {
  expect(Object.values(rejectionWords)).toEqual([...rejectionReasons])
  expect(requestWords).toEqual([0, 1, 2].map((status) => requestStatusLabel(status).toLowerCase()))
})

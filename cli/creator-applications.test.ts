import { stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { createUser, unique } from '../tests/support/factories.ts'
import { type TestApp, testApp } from '../tests/support/server.ts'

const server = testApp()
let env: NodeJS.ProcessEnv
let admin: ReturnType<TestApp['client']>['creatorApplications']
beforeAll(async () => {
  const { accessToken } = await createUser(server, { isAdministrator: true })
  admin = server.client(accessToken).creatorApplications
  env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
})

/** Creates a person with a pending application. `word` is a part of their username. */
const applicant = async (word = 'applicant') => {
  const { user, accessToken } = await createUser(server, { username: unique(word) })
  const api = server.client(accessToken)
  const { data } = await api.creatorApplications.apply({ body: {} })
  return {
    ...user,
    id: data.id,
    own: async () => (await api.creatorApplications.checkStatus({})).application,
    type: async () => (await api.users.details({})).data.type,
  }
}
const run = (args: string[], input?: string) =>
  runCommand(['applications', ...args], { env, ...(input !== undefined && { input }) })
type ListJson = { data: Array<{ id: string }>; pagination: object }
const list = async (...args: string[]) => {
  const result = await run(['list', '--json', ...args])
  expect(result).toMatchObject({ exitCode: 0, stderr: '' })
  return JSON.parse(result.stdout) as ListJson
}
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/\s{2,}/).slice(0, 5))

test('[CLI-13] list prints the applications with applicant, tier and state, newest first, filtered and paged', async () => {
  const word = unique('lister')
  const [first, second, third] = [await applicant(word), await applicant(word), await applicant(word)]
  await admin.approve({ params: { id: second.id }, body: {} })
  const { exitCode, stdout, stderr } = await run(['list', '--search', word, '--limit', '2'])
  expect(exitCode).toBe(0)
  const row = ({ id, username, email }: typeof first, status: string) => [id, username, email, 'basic', status]
  expect(rowsOf(stdout)).toEqual([
    ['ID', 'USER', 'E-MAIL', 'TIER', 'STATUS'],
    row(third, 'pending'),
    row(second, 'approved'),
  ])
  expect(stderr).toBe('Page 1 of 2, 3 applications; --all prints every one.\n')
  const page = await list('--search', word, '--status', 'pending', '--limit', '1', '--page', '2')
  expect(page.data.map(({ id }) => id)).toEqual([first.id])
  expect(page.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
  const wrong = await run(['list', '--status', 'waiting'])
  expect(wrong).toMatchObject({ exitCode: 2, stdout: '' })
  expect(wrong.stderr).toContain('pending, approved, rejected')
})

test('[CLI-13] --sort and --descending order the applications', async () => {
  const word = unique('sorter')
  const [first, second, third] = [await applicant(`b${word}`), await applicant(`c${word}`), await applicant(`a${word}`)]
  await admin.approve({ params: { id: second.id }, body: {} })
  const sorted = async (...args: string[]) => (await list('--search', word, ...args)).data.map(({ id }) => id)
  expect(await sorted('--sort', 'username')).toEqual([third.id, first.id, second.id])
  expect(await sorted('--sort', 'username', '--descending', '--limit', '2')).toEqual([second.id, first.id])
  expect(await sorted('--sort', 'status', '--all')).toEqual([first.id, third.id, second.id])
  const { stdout: help } = await runCommand(['applications', 'list', '--help'])
  expect(help.replace(/\s+/g, ' ')).toContain('"createdAt", "name", "username", "email", "tier", "status"')
  expect(help).toContain('--descending')
})

test('[CLI-13] --all prints every page, each application once', async () => {
  const word = unique('crowd')
  const people = await Promise.all(Array.from({ length: 12 }, () => createUser(server, { username: unique(word) })))
  const applications = people.flatMap(({ user }, at) =>
    // A person who was rejected may have applied before.
    Array.from({ length: 9 }, (_, count) => ({
      id: crypto.randomUUID(),
      user_id: user.id,
      status: count === 8 ? 0 : 2,
      created_at: new Date(Date.now() - (at * 9 + count) * 1000),
    })),
  )
  await server.db.insertInto('creator_applications').values(applications).execute()
  const { data, pagination } = await list('--all', '--search', word)
  expect(new Set(data.map(({ id }) => id))).toEqual(new Set(applications.map(({ id }) => id)))
  expect(data).toHaveLength(108)
  expect(pagination).toMatchObject({ total: 108, totalPages: 1 })
})

test('[CLI-14] [CLI-17] approve approves the application, and the applicant is a creator', async () => {
  const ada = await applicant()
  expect(await ada.type()).toBe('contributor')
  const result = await run(['approve', ada.id])
  expect(result).toEqual({
    exitCode: 0,
    stdout: `approved ${ada.id}: ${ada.username}\n`,
    stderr: '1 approved, 0 skipped, 0 failed.\n',
  })
  expect(await ada.own()).toMatchObject({ status: 1 })
  expect(await ada.type()).toBe('creator')
})

test('[CLI-15] reject rejects the application, with the reason given', async () => {
  const ada = await applicant()
  const result = await run(['reject', ada.id, '--reason', ' Please add your work first. '])
  expect(result).toMatchObject({ exitCode: 0, stdout: `rejected ${ada.id}: ${ada.username}\n` })
  expect(await ada.own()).toMatchObject({ status: 2, reason: 'Please add your work first.' })
  expect(await ada.type()).toBe('contributor')
  const late = await applicant()
  expect(await run(['reject', late.id, '--reason', 'x'.repeat(501)])).toMatchObject({ exitCode: 2, stdout: '' })
  expect(await late.own()).toMatchObject({ status: 0 })
})

test('[CLI-14] [CLI-15] [CLI-18] [CLI-25] many at once: each result is reported, and a failure among them exits 5', async () => {
  const [ada, grace] = [await applicant(), await applicant()]
  await admin.reject({ params: { id: grace.id }, body: {} })
  const missing = crypto.randomUUID()
  const result = await run(['approve', ada.id.toUpperCase(), 'no-id', missing, ada.id, grace.id])
  expect(result.exitCode).toBe(5)
  expect(result.stdout.split('\n')).toEqual([
    `approved ${ada.id}: ${ada.username}`,
    'failed   no-id: not the ID of an application',
    `failed   ${missing}: Application not found`,
    `failed   ${grace.id}: ${grace.username} was rejected before`,
    '',
  ])
  expect(result.stderr).toContain('1 approved, 0 skipped, 3 failed.')
  expect(await grace.own()).toMatchObject({ status: 2 })
})

test('[CLI-16] --json prints the result as JSON and nothing else; deciding again changes nothing', async () => {
  const ada = await applicant()
  const first = await run(['approve', ada.id, 'no-id', '--json'])
  expect(JSON.parse(first.stdout)).toEqual({
    results: [
      { id: ada.id, status: 'approved', message: ada.username },
      { id: 'no-id', status: 'failed', message: 'not the ID of an application' },
    ],
    approved: 1,
    skipped: 0,
    failed: 1,
    untried: 0,
  })
  const again = await run(['approve', ada.id, '--json'])
  expect(again.exitCode).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject({ approved: 0, skipped: 1, failed: 0 })
})

test('[CLI-16] [CLI-23] a state is the same word in JSON as in the table; --dry-run decides nothing', async () => {
  const [ada, grace] = [await applicant('wordy'), await applicant('wordy')]
  await admin.approve({ params: { id: grace.id }, body: {} })
  const { data } = await list('--search', 'wordy')
  expect(data.map((one) => (one as unknown as { status: string }).status)).toEqual(['approved', 'pending'])
  const dry = await run(['approve', '--dry-run', ada.id, grace.id])
  expect(dry.stdout).toBe(
    `would be approved ${ada.id}: ${ada.username}\nskipped  ${grace.id}: ${grace.username} was approved before\n`,
  )
  expect(dry.stderr).toBe('Dry run, nothing was changed: 1 approved, 1 skipped, 0 failed.\n')
  expect(await ada.own()).toMatchObject({ status: 0 })
})

test('[CLI-14] [CLI-15] IDs are read from standard input, when it is a pipe or is named with -; a reason is optional', async () => {
  const people = [await applicant(), await applicant(), await applicant()]
  const [piped, named, argument] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  expect(await run(['approve'], `${piped.id}\n`)).toMatchObject({ exitCode: 0 })
  expect(await run(['reject', '-', argument.id], named.id)).toMatchObject({ exitCode: 0 })
  expect(await Promise.all(people.map(async ({ own }) => (await own())?.status))).toEqual([1, 2, 2])
  expect(await named.own()).toMatchObject({ reason: null })
})

test('[CLI-19] [CLI-20] approve asks for the ID on a terminal, and never waits for an answer without one', async () => {
  const ada = await applicant()
  const asked = await runOnTerminal(['applications', 'approve'], { env, answers: [['Application ID:', ada.id]] })
  expect(asked.exitCode).toBe(0)
  expect(await ada.own()).toMatchObject({ status: 1 })
  const nothing = await run(['reject'])
  expect(nothing).toMatchObject({ exitCode: 2, stdout: '' })
  expect(nothing.stderr).toContain('There is no application to reject')
})

test('[CLI-23] a terminal shows a table in colours; --csv is for scripts and has the reason too', async () => {
  const word = unique('styled')
  const ada = await applicant(word)
  await admin.reject({ params: { id: ada.id }, body: { reason: 'Too early, sorry' } })
  const args = ['applications', 'list', '--search', word]
  const { shown } = await runOnTerminal(args, { env, columns: 140 })
  expect(shown).toContain('\u001B[1m')
  expect(stripVTControlCharacters(shown)).toContain(`${ada.username}  ${ada.email}  basic  rejected`)
  const csv = await run(['list', '--search', word, '--csv'])
  const [head, line] = csv.stdout.split('\r\n')
  expect(head).toBe('id,username,email,tier,status,createdAt,reason,answerBy,text')
  expect(line?.trimEnd()).toMatch(
    new RegExp(`^${ada.id},${ada.username},${ada.email},basic,rejected,[^,]+,"Too early, sorry",,$`),
  )
})

test("[CLI-25] an account that is no administrator's is refused with exit 4, and nothing is decided", async () => {
  const ada = await applicant()
  const { accessToken } = await createUser(server)
  for (const args of [['list'], ['approve', ada.id]]) {
    const refused = await runCommand(['applications', ...args], { env: { ...env, GUILDHALL_TOKEN: accessToken } })
    expect(refused, args[0]).toMatchObject({ exitCode: 4, stdout: '' })
  }
  expect(await ada.own()).toMatchObject({ status: 0 })
})

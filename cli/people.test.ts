import { beforeAll, expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { createPerson, createUser, unique } from '../tests/support/factories.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  const { accessToken } = await createUser(server, { isAdministrator: true })
  env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
})

const run = (...args: string[]) => runCommand(['people', ...args], { env })
const isSuspended = async (id: string) =>
  (await server.db.selectFrom('users').select('suspended_at').where('id', '=', id).executeTakeFirstOrThrow())
    .suspended_at !== null

test('[ACCT-38] suspend, restore and sign-out act on a person by username, address or ID', async () => {
  const { id, username, email, api } = await createPerson(server)
  expect(await run('suspend', `@${username.toUpperCase()}`, '--reason', 'Spam.')).toMatchObject({ exitCode: 0 })
  expect(await isSuspended(id)).toBe(true)
  await expect(api.users.username({})).rejects.toMatchObject({ status: 401 })
  const again = await run('suspend', id, '--reason', 'Spam.')
  expect(again.exitCode).toBe(1)
  expect(again.stderr).toContain('suspended already')
  expect(await run('restore', email)).toMatchObject({ exitCode: 0 })
  expect(await isSuspended(id)).toBe(false)
  const { stdout, exitCode } = await run('sign-out', id, '--json')
  expect([exitCode, (JSON.parse(stdout) as { data: { id: string } }).data.id]).toEqual([0, id])
  expect((await run('restore', unique('nobody'))).stderr).toContain('There is no account of')
})

test('[ACCT-38] list prints people, searched and filtered, as a table or JSON', async () => {
  const word = unique('Lister')
  const [one, two] = [await createPerson(server, { name: word }), await createPerson(server, { name: word })]
  await run('suspend', two.username, '--reason', 'Spam.')
  const { stdout, exitCode } = await run('list', '--search', word)
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(new RegExp(`${two.username}.*suspended[^]*${one.username}.*active`))
  const json = async (...args: string[]) =>
    (JSON.parse((await run('list', '--json', '--search', word, ...args)).stdout) as { data: { id: string }[] }).data
  expect((await json('--state', 'suspended')).map(({ id }) => id)).toEqual([two.id])
  expect((await json('--limit', '1')).map(({ id }) => id)).toEqual([two.id])
  expect(await json('--all')).toHaveLength(2)
})

test('[ACCT-38] without a reason and a terminal suspend is wrong usage; on a terminal it asks first, and no does nothing', async () => {
  const { id, username } = await createPerson(server)
  const refused = await run('suspend', username)
  expect(refused).toMatchObject({ exitCode: 2 })
  expect(refused.stderr).toContain('--reason')
  const asked = await runOnTerminal(['people', 'suspend', username, '--reason', 'Spam.'], {
    env,
    answers: [[`Suspend ${username}?`, 'n']],
  })
  expect(asked.exitCode).toBe(1)
  expect(await isSuspended(id)).toBe(false)
})

test('[ACCT-38] others are refused with exit code 4', async () => {
  const { accessToken } = await createUser(server)
  const others = { ...env, GUILDHALL_TOKEN: accessToken }
  for (const args of [['list'], ['suspend', 'ada', '--reason', 'Spam.'], ['restore', 'ada'], ['sign-out', 'ada']])
    expect((await runCommand(['people', ...args], { env: others })).exitCode).toBe(4)
})

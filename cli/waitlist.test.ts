import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { runCommand, runOnTerminal } from '../tests/support/cli-runner.ts'
import { createLocalMailbox } from '../server/mail/local-mailbox.ts'
import type { Mail } from '../server/mail/mailer.ts'
import { createUser, unique } from '../tests/support/factories.ts'
import { startTestApp, testApp } from '../tests/support/server.ts'

const server = testApp({ doesJobs: true })
let env: NodeJS.ProcessEnv
const folder = mkdtempSync(join(tmpdir(), 'guildhall-cli-waitlist-'))

beforeAll(async () => {
  const { accessToken } = await createUser(server, { isAdministrator: true })
  env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
})

const newAddress = () => `${unique('guest')}@example.org`
const waiting = async (...emails: string[]) => {
  for (const email of emails) await server.client().waitlist.subscribe({ body: { email } })
}
const invite = (args: string[], input?: string) =>
  runCommand(['waitlist', 'invite', ...args], { env, ...(input !== undefined && { input }) })
const mailsTo = async (email: string) => (await server.mails(email)).length
type ListJson = { data: Array<{ email: string; isInvited: boolean }>; pagination: { total: number } }
const list = async (...args: string[]) => {
  const result = await runCommand(['waitlist', 'list', '--json', ...args], { env })
  expect(result).toMatchObject({ exitCode: 0 })
  return JSON.parse(result.stdout) as ListJson
}

test('[CLI-08] list prints the waitlist with the invited state, filtered and paged', async () => {
  const word = unique('list')
  const [first, second, third] = [`a.${word}@example.org`, `b.${word}@example.org`, `c.${word}@example.org`]
  await waiting(first, second, third)
  await invite([second])
  const { exitCode, stdout } = await runCommand(['waitlist', 'list', '--search', word], { env })
  expect(exitCode).toBe(0)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/\s+/).slice(0, 2))
  expect(rows).toEqual([
    ['E-MAIL', 'INVITED'],
    [third, 'no'],
    [second, 'yes'],
    [first, 'no'],
  ])

  expect((await list('--search', word, '--invited')).data.map(({ email }) => email)).toEqual([second])
  expect((await list('--search', word, '--not-invited')).data.map(({ email }) => email)).toEqual([third, first])
  const page = await list('--search', word, '--limit', '2', '--page', '2')
  expect(page.data.map(({ email }) => email)).toEqual([first])
  expect(page.pagination).toMatchObject({ page: 2, limit: 2, total: 3, totalPages: 2 })
})

test('[CLI-08] --sort and --descending order the list, on every page', async () => {
  const word = unique('sorter')
  const [b, a, c] = [`b.${word}@example.org`, `a.${word}@example.org`, `c.${word}@example.org`]
  await waiting(b, a, c)
  await invite([a])
  const sorted = async (...args: string[]) => (await list('--search', word, ...args)).data.map(({ email }) => email)
  expect(await sorted('--sort', 'email')).toEqual([a, b, c])
  expect(await sorted('--sort', 'email', '--descending')).toEqual([c, b, a])
  expect(await sorted('--sort', 'isInvited', '--descending', '--limit', '1')).toEqual([a])
  expect(await sorted('--sort', 'createdAt', '--all')).toEqual([b, a, c])
  const alone = await runCommand(['waitlist', 'list', '--descending'], { env })
  expect(alone).toMatchObject({ exitCode: 2, stdout: '', stderr: '--descending needs --sort: name what to sort by.\n' })
  const wrong = await runCommand(['waitlist', 'list', '--sort', 'password'], { env })
  expect(wrong).toMatchObject({ exitCode: 2, stdout: '' })
  expect(wrong.stderr).toContain('createdAt, email, isInvited, lastInvitedAt, mailState')
  const { stdout: help } = await runCommand(['waitlist', 'list', '--help'])
  expect(help).toContain('--sort <column>')
})

test('[CLI-08] --all prints every page, each address once', async () => {
  const word = unique('crowd')
  await server.db
    .insertInto('waitlist_entries')
    .values(
      Array.from({ length: 130 }, (_, at) => ({
        id: crypto.randomUUID(),
        email: `p${at}.${word}@example.org`,
        created_at: new Date(),
      })),
    )
    .execute()
  const { data, pagination } = await list('--all', '--search', word)
  expect(new Set(data.map(({ email }) => email)).size).toBe(130)
  expect(data).toHaveLength(130)
  expect(pagination.total).toBe(130)
})

test('[CLI-09] [CLI-17] invite invites the address given as argument and mails it', async () => {
  const email = newAddress()
  const result = await invite([email])
  expect(result).toMatchObject({ exitCode: 0, stdout: `invited  ${email}: mail queued\n` })
  expect((await list('--search', email)).data).toMatchObject([{ email, isInvited: true }])
  expect(await mailsTo(email)).toBe(1)
})

test('remove takes addresses off the waitlist, ends their invitations, and skips those that are not there', async () => {
  const [asked, invited] = [newAddress(), newAddress()]
  await waiting(asked)
  await invite([invited])
  // Another address that contains this one stays.
  await waiting(`x${asked}`)
  const foreseen = await runCommand(['waitlist', 'remove', asked, '--dry-run'], { env })
  expect(foreseen).toMatchObject({ exitCode: 0, stdout: `would be removed ${asked}: off the waitlist\n` })
  expect((await list('--search', asked)).data).toHaveLength(2)
  const removing = ['waitlist', 'remove', asked.toUpperCase(), invited, '--json']
  const result = await runCommand(removing, { env })
  expect(result.exitCode).toBe(0)
  expect(JSON.parse(result.stdout)).toMatchObject({
    results: [
      { status: 'removed', message: 'off the waitlist' },
      { status: 'removed', message: 'off the waitlist; a link that was not used ends' },
    ],
    removed: 2,
  })
  // The same list can be given again; what is no address is a failure.
  const again = await runCommand(removing, { env })
  expect(again.exitCode).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject({ removed: 0, skipped: 2 })
  const wrong = await runCommand(['waitlist', 'remove', 'nobody'], { env })
  expect(wrong).toMatchObject({ exitCode: 1, stdout: 'failed   nobody: not an e-mail address\n' })
  expect((await list('--search', asked)).data).toMatchObject([{ email: `x${asked}` }])
  expect((await list('--search', invited)).data).toEqual([])
})

test('[CLI-10] invite reads addresses from a file with lines, commas and remarks, each address once', async () => {
  const [first, second, third] = [newAddress(), newAddress(), newAddress()]
  const file = join(folder, 'addresses.txt')
  writeFileSync(file, `\uFEFF# friends\r\n${first} # Ada\r\n\r\n${second}, ${third};${first.toUpperCase()}\r\n`)
  const result = await invite(['--file', file])
  expect(result.exitCode).toBe(0)
  for (const email of [first, second, third]) expect(await mailsTo(email)).toBe(1)
  expect(result.stderr).toContain('3 invited, 0 skipped, 0 failed.')
  expect(await invite(['--file', join(folder, 'none.txt')])).toMatchObject({ exitCode: 2, stdout: '' })
})

test('[CLI-11] invite reads addresses from standard input, when it is a pipe or is named with -', async () => {
  const [piped, named, argument] = [newAddress(), newAddress(), newAddress()]
  expect(await invite([], `${piped}\n`)).toMatchObject({ exitCode: 0 })
  expect(await invite(['-', argument], named)).toMatchObject({ exitCode: 0 })
  for (const email of [piped, named, argument]) expect(await mailsTo(email)).toBe(1)
})

test('[CLI-12] [CLI-18] [CLI-25] many addresses: each result is reported, and a failure among them exits 5', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const refused = await invite([first, 'no-address', second])
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toContain('1 of 3 are no e-mail addresses: "no-address". Nothing was sent')
  expect(await mailsTo(first)).toBe(0)
  const result = await invite(['--yes', first, 'no-address', second])
  expect(result.exitCode).toBe(5)
  expect(result.stdout.split('\n')).toEqual([
    `invited  ${first}: mail queued`,
    'failed   no-address: not an e-mail address',
    `invited  ${second}: mail queued`,
    '',
  ])
  expect(result.stderr).toContain('2 invited, 0 skipped, 1 failed.')
  const none = await invite(['no-address', '--yes'])
  expect(none).toMatchObject({ exitCode: 2, stdout: '', stderr: 'Not an e-mail address: "no-address".\n' })
})

test('[CLI-24] inviting can be repeated: people who are invited or have an account are skipped, --resend sends a new link', async () => {
  const email = newAddress()
  const { user: member } = await createUser(server)
  await invite([email])
  const again = await invite([email.toUpperCase(), member.email])
  expect(again.exitCode).toBe(0)
  expect(again.stdout).toContain('skipped')
  expect(again.stdout).toContain('has an account already')
  expect(again.stderr).toContain('0 invited, 2 skipped, 0 failed.')
  expect(await mailsTo(email)).toBe(1)
  expect(await invite(['--resend', email])).toMatchObject({ exitCode: 0 })
  expect(await mailsTo(email)).toBe(2)
})

test('[CLI-24] on a terminal many invitations show progress on standard error only, and end with a summary', async () => {
  const addresses = [newAddress(), newAddress(), newAddress()]
  const out = join(folder, 'progress.out')
  const { shown } = await runOnTerminal(['waitlist', 'invite', ...addresses], { env, redirect: `> ${out}` })
  expect(shown).toContain(`2 of 3: ${addresses[1]}`)
  expect(shown).toContain('3 invited, 0 skipped, 0 failed.')
  expect(readFileSync(out, 'utf8')).toBe(addresses.map((email) => `invited  ${email}: mail queued\n`).join(''))
  const unseen = await invite(addresses)
  expect(unseen.stderr).not.toContain('2 of 3')
})

test('[CLI-16] --json prints the result as JSON and nothing else on standard output', async () => {
  const email = newAddress()
  const result = await invite([email, 'no-address', '--yes', '--json'])
  expect(JSON.parse(result.stdout)).toEqual({
    results: [
      { email, status: 'invited', message: 'invitation sent', mail: 'sent' },
      { email: 'no-address', status: 'failed', message: 'not an e-mail address' },
    ],
    invited: 1,
    skipped: 0,
    failed: 1,
    untried: 0,
    mails: { sent: 1, queued: 0, failed: 0 },
  })
  const whoami = await runCommand(['whoami', '--json'], { env })
  expect(JSON.parse(whoami.stdout)).toMatchObject({ server: server.origin, isAdministrator: true })
})

test('[CLI-23] a terminal shows an aligned table in colours; NO_COLOR and --no-color remove the colours; --csv is for scripts', async () => {
  const word = unique('table')
  await waiting(`a.${word}@example.org`, `longer.name.${word}@example.org`)
  const args = ['waitlist', 'list', '--search', word]
  const { shown } = await runOnTerminal(args, { env })
  expect(shown).toContain('\u001B[1m')
  const lines = stripVTControlCharacters(shown).split('\n')
  const columns = lines.filter((line) => /INVITED|no /.test(line)).map((line) => line.search(/INVITED|no /))
  expect(columns).toHaveLength(3)
  expect(new Set(columns).size).toBe(1)
  expect((await runOnTerminal(args, { env: { ...env, NO_COLOR: '1' } })).shown).not.toContain('\u001B[1m')
  expect((await runOnTerminal([...args, '--no-color'], { env })).shown).not.toContain('\u001B[1m')
  expect((await runCommand(args, { env })).stdout).not.toContain('\u001B')

  const csv = await runCommand([...args, '--csv'], { env })
  expect(csv.stdout.split('\r\n').map((line) => line.split(',').slice(0, 4))).toEqual([
    ['email', 'isInvited', 'lastInvitedAt', 'mailState'],
    [`longer.name.${word}@example.org`, 'false', '', ''],
    [`a.${word}@example.org`, 'false', '', ''],
  ])
})

test('[CLI-19] [CLI-20] invite asks for the address on a terminal, and never waits for an answer without one', async () => {
  const email = newAddress()
  const { exitCode } = await runOnTerminal(['waitlist', 'invite'], { env, answers: [['E-mail:', email]] })
  expect(exitCode).toBe(0)
  expect(await mailsTo(email)).toBe(1)
  const nothing = await invite([])
  expect(nothing).toMatchObject({ exitCode: 2, stdout: '' })
  expect(nothing.stderr).toContain('no address')
})

test("[CLI-25] an account that is no administrator's is refused with exit 4, an invalid token exits 3", async () => {
  const { accessToken } = await createUser(server)
  const email = newAddress()
  for (const args of [
    ['waitlist', 'list'],
    ['waitlist', 'invite', email, newAddress()],
  ]) {
    const refused = await runCommand(args, { env: { ...env, GUILDHALL_TOKEN: accessToken } })
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' })
    expect(refused.stderr).toContain('administrators')
    expect(await runCommand(args, { env: { ...env, GUILDHALL_TOKEN: 'no-token' } })).toMatchObject({ exitCode: 3 })
  }
  expect(await mailsTo(email)).toBe(0)
})

test('[CLI-12] when the server goes away the remaining addresses are reported as not tried', async () => {
  const gone = await startTestApp()
  const { accessToken } = await createUser(gone, { isAdministrator: true })
  await gone.close()
  const result = await runCommand(['waitlist', 'invite', 'a@example.org', 'b@example.org'], {
    env: { GUILDHALL_SERVER_URL: gone.origin, GUILDHALL_TOKEN: accessToken },
  })
  expect(result.exitCode).toBe(1)
  expect(result.stdout).toMatch(/^failed {3}a@example.org: .*connection refused.*\nuntried {2}b@example.org: not tried/)
  expect(result.stderr).toContain('1 of 2 addresses are left')
})

test('[CLI-12] [CLI-24] a mail that fails is reported and listed, and the same command sends it again', async () => {
  const [email, good] = [newAddress(), newAddress()]
  let isRefusing = true
  const mailbox = createLocalMailbox(server.clock)
  const refusal = Object.assign(new Error('550 no such mailbox\u001b[2J'), { code: 'EENVELOPE', responseCode: 550 })
  const send = (mail: Mail) => (isRefusing && mail.to === email ? Promise.reject(refusal) : mailbox.send(mail))
  const failing = await startTestApp({
    url: server.databaseUrl,
    clock: server.clock,
    doesJobs: true,
    deps: { mailer: { send }, mailbox },
  })
  try {
    const at = { env: { ...env, GUILDHALL_SERVER_URL: failing.origin } }
    const result = await runCommand(['waitlist', 'invite', email, good], at)
    expect(result.exitCode).toBe(5)
    expect(result.stdout).toContain(`failed   ${email}: the mail could not be sent: 550 no such mailbox [2J\n`)
    expect(result.stderr).toContain('1 invited, 0 skipped, 1 failed. Mails: 1 sent, 1 failed.')
    const failed = await runCommand(['waitlist', 'list', '--mail', 'failed', '--csv', '--search', email], at)
    expect(failed.stdout.split('\r\n')[1]).toMatch(/,true,[^,]+,failed,550 no such mailbox \[2J,/)
    isRefusing = false
    const again = await runCommand(['waitlist', 'invite', email, good], at)
    expect(again).toMatchObject({ exitCode: 0 })
    expect(again.stderr).toContain('1 invited, 1 skipped, 0 failed. Mails: 1 sent.')
    expect(await failing.mails(email)).toHaveLength(1)
    expect(await failing.mails(good)).toHaveLength(1)
  } finally {
    await failing.close()
  }
})

test('[CLI-10] [CLI-20] a table that the CLI printed is recognised: its addresses are taken, and nobody is mailed before the person confirms', async () => {
  const word = unique('table')
  await waiting(`a.${word}@example.org`, `b.${word}@example.org`)
  const csv = (await runCommand(['waitlist', 'list', '--all', '--csv', '--search', word], { env })).stdout
  const file = join(folder, 'waiting.csv')
  writeFileSync(file, csv)
  const refused = await invite(['--file', file])
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toContain('looks like a table; its column "email" has 2 addresses. Nothing was sent')
  expect(await mailsTo(`a.${word}@example.org`)).toBe(0)
  const dry = await invite(['--file', file, '--dry-run', '--json'])
  expect(JSON.parse(dry.stdout)).toMatchObject({ dryRun: true, invited: 2, failed: 0 })
  expect(await mailsTo(`a.${word}@example.org`)).toBe(0)
  const no = await runOnTerminal(['waitlist', 'invite', '--file', file], {
    env,
    answers: [['Invite 2 addresses?', 'n']],
  })
  expect(no.exitCode).toBe(1)
  expect(await mailsTo(`a.${word}@example.org`)).toBe(0)
  expect((await invite(['--yes'], csv)).stderr).toContain('2 invited, 0 skipped, 0 failed.')
  expect(await mailsTo(`b.${word}@example.org`)).toBe(1)
})

test('[CLI-18] --quiet prints failures only; a search text that is too long is refused in a sentence', async () => {
  expect(await invite(['--quiet', newAddress()])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  const failed = await invite(['--quiet', '--yes', newAddress(), 'no-address'])
  expect(failed.stdout).toBe('failed   no-address: not an e-mail address\n')
  const long = await runCommand(['waitlist', 'list', '--search', 'x'.repeat(300)], { env })
  expect(long).toMatchObject({ exitCode: 2, stdout: '' })
  expect(long.stderr).toContain('It has at most 254 characters.')
})

const askFor = (email: string, want: 'work' | 'getWorkDone') =>
  server.client().waitlist.subscribe({ body: { email, want } })
type NextJson = { results: Array<{ email: string; status: string }>; invited: number; dryRun?: boolean }

test('[ENTRY-19] invite --next invites those who have waited longest with that wish, and reports each', async () => {
  await server.db.updateTable('waitlist_entries').set({ is_invited: true }).execute()
  const [first, second, third] = [newAddress(), newAddress(), newAddress()]
  await askFor(first, 'work')
  await askFor(second, 'getWorkDone')
  await askFor(third, 'work')
  const refusal = await invite(['--next', '25', '--want', 'work'])
  expect(refusal).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refusal.stderr).toContain('to invite 2 addresses who want to work, add --yes')
  const dry = JSON.parse((await invite(['--next', '1', '--dry-run', '--json'])).stdout) as NextJson
  expect(dry).toMatchObject({ dryRun: true, results: [{ email: first, status: 'invited' }] })
  expect((await list('--want', 'work', '--not-invited')).data.map(({ email }) => email)).toEqual([third, first])

  const done = await invite(['--next', '25', '--want', 'work', '--yes', '--json'])
  const { results, invited } = JSON.parse(done.stdout) as NextJson
  expect(done.exitCode).toBe(0)
  expect([results.map(({ email }) => email), invited]).toEqual([[first, third], 2])
  expect([await mailsTo(first), await mailsTo(second), await mailsTo(third)]).toEqual([1, 0, 1])
  expect((await invite(['--next', '25', '--want', 'work', '--yes'])).stdout).toBe('Nobody waits.\n')
}, 120_000)

test('[CLI-18] --next stands alone: with addresses, or --want without it, is wrong usage', async () => {
  for (const args of [
    ['--next', '5', newAddress()],
    ['--want', 'work'],
    ['--next', '0'],
    ['--next', '101'],
  ])
    expect(await invite(args), args.join(' ')).toMatchObject({ exitCode: 2, stdout: '' })
})

test('[ENTRY-19] funnel prints the numbers by week and in all', async () => {
  await server.db.deleteFrom('waitlist_entries').execute()
  await waiting(newAddress(), newAddress())
  const read = async (...args: string[]) => (await runCommand(['waitlist', 'funnel', ...args], { env })).stdout
  const data = JSON.parse(await read('--json')) as { total: { joined: number }; weeks: Array<{ week: string }> }
  expect(data).toMatchObject({ total: { joined: 2, waiting: 2, invited: 0, registered: 0, acted: 0 } })
  const cells = (await read())
    .trim()
    .split('\n')
    .map((line) => line.split(/\s{2,}/))
  expect(cells).toEqual([
    ['WEEK OF', 'JOINED', 'WAITING', 'INVITED', 'REGISTERED', 'FIRST ACT'],
    [data.weeks[0]?.week, '2', '2', '0', '0', '0'],
    ['all', '2', '2', '0', '0', '0'],
  ])
}, 60_000)

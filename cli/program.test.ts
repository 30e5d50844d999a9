import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { runCommand } from '../tests/support/cli-runner.ts'
import { peopleStates } from '../shared/contract/administration.ts'
import { noticeViews } from '../shared/contract/notifications.ts'
import {
  creatorApplicationColumns,
  INVITE_NEXT_MAX,
  mailStates,
  scopes,
  SEARCH_MAX,
  TOKEN_DAYS_MAX,
  waitlistColumns,
  wishes,
} from '../shared/contract/index.ts'
import { buildProgram } from './program.ts'
import * as words from './words.ts'

const pathsOf = (command: Command, path: string[] = []): string[][] => [
  path,
  ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()])),
]
const commands = pathsOf(buildProgram())

test('[CLI-01] the CLI is a Node program named guildhall', async () => {
  expect(packageJson.bin.guildhall).toBe('out/cli/index.js')
  expect(readFileSync('cli/index.ts', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(await runCommand(['--version'])).toEqual({ exitCode: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  expect((await runCommand(['--help'])).stdout).toMatch(/^Usage: guildhall /)
})

test('[CLI-02] every call goes through the shared API client', () => {
  const sources = readdirSync('cli', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(`cli/${name}`, 'utf8') }))
  const withOwnHttp = sources.filter(({ text }) => /\bfetch\(|'(axios|undici|node:https?|node:net)'/.test(text))
  // The transport below the client is the CLI's own, and nothing but the connection uses it.
  expect(withOwnHttp.map(({ name }) => name)).toEqual(['node-transport.ts'])
  const withTransport = sources.filter(({ text }) => text.includes('/node-transport.ts'))
  expect(withTransport.map(({ name }) => name)).toEqual(['context.ts'])
  const withClient = sources.filter(({ text }) => text.includes('createClient('))
  expect(withClient.map(({ name }) => name)).toEqual(['context.ts'])
  expect(withClient[0]?.text).toContain("import { createClient } from '../shared/api-client/client-by-noun.ts'")
})

test('[CLI-26] the part of the program that a command line needs is the same as in the whole of it', () => {
  const whole = buildProgram()
  for (const command of whole.commands) {
    const part = buildProgram(command.name())
    expect(pathsOf(part)).toEqual(expect.arrayContaining(pathsOf(command, [command.name()])))
    const found = part.commands.find((one) => one.name() === command.name())
    expect(found?.helpInformation(), command.name()).toBe(command.helpInformation())
  }
  // What is no command is answered by the whole program, which knows what there is.
  for (const word of [undefined, '--json', 'nonsense', 'toString'])
    expect(buildProgram(word).commands).toHaveLength(whole.commands.length)
})

test.for(commands.map((path) => ({ path, line: ['guildhall', ...path].join(' ') })))(
  '[CLI-26] --help of $line shows usage and an example',
  async ({ path, line }) => {
    const { exitCode, stdout, stderr } = await runCommand([...path, '--help'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain(`Usage: ${line}`)
    expect(stdout).toMatch(/Examples?:\n {2}\$ guildhall /)
  },
)

test('[CLI-26] help and version are commands, too; help names the config file', async () => {
  const whole = await runCommand(['help'], { env: { XDG_CONFIG_HOME: '/some/where' } })
  expect(whole).toMatchObject({ exitCode: 0, stderr: '' })
  expect(whole.stdout).toContain('Config file: ')
  if (process.platform === 'linux') expect(whole.stdout).toContain('/some/where/guildhall/cli.json')
  expect((await runCommand(['help', 'waitlist', 'invite'])).stdout).toMatch(/^Usage: guildhall waitlist invite /)
  expect((await runCommand(['version'])).stdout).toBe(`${packageJson.version}\n`)
  expect((await runCommand(['nonsense'])).stderr).toMatch(/^Unknown command 'nonsense'\.\n$/)
})

test("the words of --help that repeat the contract are the contract's", () => {
  expect(words.mailStates).toEqual(mailStates)
  expect(words.inboxViews).toEqual(noticeViews)
  expect(words.scopeWords).toEqual(scopes)
  expect(words.TOKEN_DAYS_MAX).toBe(TOKEN_DAYS_MAX)
  expect(words.SEARCH_MAX).toBe(SEARCH_MAX)
  expect(words.waitlistColumns).toEqual(waitlistColumns)
  expect([Object.values(words.wishWords), words.INVITE_NEXT_MAX]).toEqual([wishes, INVITE_NEXT_MAX])
  expect(words.peopleStates).toEqual(peopleStates)
  expect(words.creatorApplicationColumns).toEqual(creatorApplicationColumns)
})

test('[CLI-25] --help documents the exit codes', async () => {
  const { stdout } = await runCommand(['--help'])
  for (const line of [
    '0    done',
    '1    failed',
    '2    wrong usage',
    '3    not signed in',
    '4    refused',
    '5    some of many failed',
    '130  interrupted',
  ])
    expect(stdout).toContain(`\n  ${line}`)
})

test('[CLI-18] [CLI-25] a wrong command, option or value is a message on standard error and exit 2', async () => {
  const wrong = [['nonsense'], ['whoami', '--nonsense'], ['waitlist', 'list', '--limit', '0'], ['waitlist'], []]
  wrong.push(['waitlist', 'list', '--json', '--csv'], ['completion', 'tcsh'], ['help', 'nonsense'])
  for (const args of wrong) {
    const result = await runCommand(args)
    expect(result, args.join(' ')).toMatchObject({ exitCode: 2, stdout: '' })
    expect(result.stderr).not.toBe('')
  }
})

/** The words that bash would offer to complete the last word of the line. */
const completeInBash = (script: string, words: string[]): string[] => {
  const line = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_guildhall; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim().split('\n')
}

test('[CLI-26] bash completes commands and options', async () => {
  const { stdout } = await runCommand(['completion', 'bash'])
  expect(completeInBash(stdout, ['guildhall', 'wa'])).toEqual(['waitlist'])
  expect(completeInBash(stdout, ['guildhall', 'waitlist', ''])).toEqual(expect.arrayContaining(['list', 'invite']))
  expect(completeInBash(stdout, ['guildhall', '--json', 'waitlist', 'invite', '--re'])).toEqual(['--resend'])
  expect(completeInBash(stdout, ['guildhall', 'waitlist', 'list', '--se'])).toEqual(['--search', '--server'])
  // Values of options are completed too.
  expect(completeInBash(stdout, ['guildhall', 'waitlist', 'list', '--mail', ''])).toEqual(['queued', 'sent', 'failed'])
  expect(completeInBash(stdout, ['guildhall', 'applications', 'list', '--status', 'p'])).toEqual(['pending'])
  expect(completeInBash(stdout, ['guildhall', 'waitlist', 'list', '--sort', 'em'])).toEqual(['email'])
  expect(completeInBash(stdout, ['guildhall', 'applications', 'list', '--sort', ''])).toEqual([
    ...creatorApplicationColumns,
  ])
  expect(completeInBash(stdout, ['guildhall', 'applications', 'list', '--des'])).toEqual(['--descending'])
  expect(completeInBash(stdout, ['guildhall', 'completion', ''])).toEqual(
    expect.arrayContaining(['bash', 'zsh', 'fish']),
  )
  expect(completeInBash(stdout, ['guildhall', 'help', 'wa'])).toEqual(['waitlist'])
})

test('[CLI-26] completion for zsh and fish names every command', async () => {
  const zsh = (await runCommand(['completion', 'zsh'])).stdout
  expect(zsh).toMatch(/^#compdef guildhall\n/)
  const fish = (await runCommand(['completion', 'fish'])).stdout
  for (const path of commands.filter(({ length }) => length > 0)) {
    expect(zsh).toContain(` ${path.join(' ')}"`.replace(/^ (?=\S+ \S)/, '"'))
    expect(fish).toContain(` -a ${path.at(-1)} `)
  }
})

test('[CLI-26] a user without a home gets help and answers; only what would be kept is not kept', async () => {
  const env = { HOME: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' }
  const whole = await runCommand(['help'], { env })
  expect(whole).toMatchObject({ exitCode: 0, stderr: '' })
  expect(whole.stdout).toContain('Config file: no config file, since HOME is not set')
  const doctor = await runCommand(['doctor', '--server', 'http://127.0.0.1:1'], {
    env: { ...env, GUILDHALL_TOKEN: 'x' },
  })
  expect(doctor).toMatchObject({ exitCode: 1, stderr: expect.not.stringContaining('homedir') as string })
})

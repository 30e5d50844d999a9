import { brand } from '#shared/brand.ts'
import type { CommandOption } from '../process/command-options.ts'
import { type Config, ConfigError } from '../settings/config.ts'

/** How a command ended: the sentence for the person, and the exit code. */
export type Outcome = {
  says: string
  /** Set when the command wrote its result to standard output, so that the sentence goes to standard error. */
  isOutputTaken?: boolean
  /** The exit code; 0 by default. */
  code?: number
}
export type CommandInput = {
  config: Config
  /** The command's argument; empty when it takes none. */
  argument: string
  options: ReadonlySet<CommandOption>
}
export type Command = {
  /** The words of the command line that call the command. */
  words: string
  argument?: { name: string; missing: string }
  help: string
  /** `origins` says where each setting comes from that is not a default, by its name in the config file. Errors: one sentence for a person. */
  run(input: CommandInput, origins: ReadonlyMap<string, string>): Promise<Outcome>
}

/** Everything the server program does besides serving. A command's code is loaded when the command is called. */
export const commands: readonly Command[] = [
  {
    words: 'admin invite',
    argument: { name: 'EMAIL', missing: 'the address to invite' },
    help: 'prints and mails a registration link; the person who registers with it and verifies the address becomes an administrator',
    run: async (input) => (await import('./admin.ts')).invite(input),
  },
  {
    words: 'admin list',
    help: 'lists all administrators, and the addresses that are invited to become one',
    run: async (input) => (await import('./admin.ts')).list(input),
  },
  {
    words: 'admin grant',
    argument: { name: 'EMAIL', missing: 'the address of the account' },
    help: 'makes the person with that address an administrator at once',
    run: async (input) => (await import('./admin.ts')).grant(input),
  },
  {
    words: 'admin revoke',
    argument: { name: 'EMAIL', missing: 'the address of the administrator' },
    help: 'takes the rights of an administrator, or the invitation to become one, away at once',
    run: async (input) => (await import('./admin.ts')).revoke(input),
  },
  {
    words: 'token create',
    argument: { name: 'EMAIL', missing: 'the address of the account' },
    help: 'makes an access token of that account, good for a year, and prints it once; it may read, and more with --work, --manage and --admin',
    run: async (input) => (await import('./token.ts')).create(input),
  },
  {
    words: 'two-step off',
    argument: { name: 'EMAIL', missing: 'the address of the account' },
    help: 'switches two-step sign-in off for that account, whose app and recovery codes are lost, and mails its owner',
    run: async (input) => (await import('./two-step.ts')).off(input),
  },
  {
    words: 'backup verify',
    argument: { name: 'FILE', missing: 'the file to verify, or - for standard input' },
    help: 'reads a backup (- for standard input) to its end and says whether it is whole and every file in it is what was stored; it needs no database',
    run: async (input) => (await import('../backup/commands.ts')).verify(input),
  },
  {
    words: 'backup',
    argument: { name: 'FILE', missing: 'the file to write, or - for standard output' },
    help: 'writes all data and uploaded files into a new file (- for standard output), also while a server runs',
    run: async (input) => (await import('../backup/commands.ts')).backup(input),
  },
  {
    words: 'restore',
    argument: { name: 'FILE', missing: 'the file to read, or - for standard input' },
    help: 'reads a backup (- for standard input) into an empty data directory or database; everybody has to sign in again',
    run: async (input) => (await import('../backup/commands.ts')).restore(input),
  },
  {
    words: 'migrate',
    help: 'brings the database up to date, as a start of this release does, without serving; --dry-run only names what it would run',
    run: async (input) => (await import('./migrate.ts')).migrate(input),
  },
  {
    words: 'jobs list',
    help: 'says what waits to be done, such as mails, and what was given up, with the last error; exits with 1 where something was given up',
    run: async (input) => (await import('./jobs.ts')).list(input),
  },
  {
    words: 'jobs retry',
    help: 'lets what was given up be tried again, once the cause is mended; also while a server runs',
    run: async (input) => (await import('./jobs.ts')).retry(input),
  },
  {
    words: 'secret rotate',
    help: 'replaces the secret that signs access tokens, also while a server runs; old access tokens end, sessions go on',
    run: async (input) => (await import('./secret.ts')).rotate(input),
  },
  {
    words: 'reputation check',
    help: 'adds up what the reputation and tier of everybody are made of; names each person for whom they differ, and exits with 1 then',
    run: async (input) => (await import('./reputation.ts')).check(input),
  },
  {
    words: 'ledger check',
    help: 'adds up what is reserved, owed and paid; names each project and account whose figures disagree, and exits with 1 then',
    run: async (input) => (await import('./ledger.ts')).check(input),
  },
  {
    words: 'log begin',
    help: 'begins a new log of events, after PostgreSQL itself has set the database back (an older base backup, a point in time): clients read everything again',
    run: async (input) => (await import('./history.ts')).begin(input),
  },
  {
    words: 'log months',
    help: 'splits the log of events by month, before its table outgrows a disk; no event is copied, and servers go on',
    run: async (input) => (await import('./history.ts')).months(input),
  },
  {
    words: 'log detach',
    argument: { name: 'MONTH', missing: 'a month such as 2026-01' },
    help: 'puts away the months of the log before this one, which only the audit reads then: they may be dumped and dropped',
    run: async (input) => (await import('./history.ts')).detach(input),
  },
  {
    words: 'payout reseal',
    help: 'seals all payout details under the key of now, where GUILDHALL_OLD_SECRET opens the old seals; names those that it could not open, and exits with 1 then',
    run: async (input) => (await import('./payout.ts')).reseal(input),
  },
  {
    words: 'demo remove',
    help: 'removes the demo world from the database, also while a server runs',
    run: async ({ config }) => {
      const { removeDemoWorld } = await import('../demo/remove.ts')
      const { createLogger } = await import('../process/log.ts')
      return { says: await removeDemoWorld(config, createLogger('silent')) }
    },
  },
  {
    words: 'settings show',
    help: 'shows what options, environment and config file set, and where each value comes from; of secrets only whether they are set',
    run: async ({ config }, origins) => (await import('./settings.ts')).show({ config, origins }),
  },
  {
    words: 'data where',
    help: 'shows where a server with these settings keeps its data',
    run: async (input) => (await import('./data.ts')).where(input),
  },
  {
    words: 'data remove',
    help: "removes an embedded server's database and files, wherever they are",
    run: async (input) => (await import('./data.ts')).remove(input),
  },
]

/**
 * The command that the words of a command line call, and its argument. Errors: ConfigError says what is missing or
 * unknown.
 */
export const findCommand = (words: readonly string[]): { command: Command; argument: string } => {
  const command = commands.find(({ words: own }) => own.split(' ').every((word, at) => words[at] === word))
  const [argument, ...more] = command ? words.slice(command.words.split(' ').length) : []
  if (!command || more.length > 0 || (argument !== undefined && !command.argument))
    throw new ConfigError(`There is no command "${words.join(' ')}"; see ${brand.server} --help.`)
  if (command.argument && !argument)
    throw new ConfigError(
      `${brand.server} ${command.words} needs ${command.argument.missing}: ${brand.server} ${command.words} ${command.argument.name}.`,
    )
  return { command, argument: argument ?? '' }
}

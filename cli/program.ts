import { wholeID } from './whole-id.ts'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { brand } from '../shared/brand.ts'
import { creatorApplicationColumns, scopeWords, SEARCH_MAX, TOKEN_DAYS_MAX } from './words.ts'
import { statusWords } from './commands/creator-applications/status-words.ts'
import { DEFAULT_SERVER } from './default-server.ts'
import { exitCodesHelp, usageError } from './exit-codes.ts'
import { everyday } from './everyday-commands.ts'
import { addAudit } from './audit-commands.ts'
import { addDisputes } from './dispute-commands.ts'
import { addRatings } from './rating-commands.ts'
import { addDues } from './due-commands.ts'
import { addEarnings } from './earnings-commands.ts'
import { addOffers } from './offer-commands.ts'
import { addClaims, addOpen, addVouch } from './open-commands.ts'
import { addPeople } from './people-commands.ts'
import { addReports } from './report-commands.ts'
import { addRequests } from './requests-commands.ts'
import { configFile } from './settings.ts'
import { readVersion } from './version.ts'
import { addWaitlist } from './waitlist-commands.ts'
import { addWebhooks } from './webhook-commands.ts'

const examples = (...lines: string[]) =>
  `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map((line) => `  $ ${brand.cli} ${line}`).join('\n')}\n`

const wholeNumber =
  (most: number, least = 1) =>
  (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    return value
  }

const searchText = (text: string) => {
  if (text.trim().length > SEARCH_MAX) throw new InvalidArgumentError(`It has at most ${SEARCH_MAX} characters.`)
  return text
}

/** Words Commander's errors as sentences, like all other errors. */
const asSentence = (text: string): string => {
  const plain = text.replace(/^error: /, '').trimEnd()
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.?!)]$/.test(plain) ? '' : '.'}\n`
}

const NO_HOME = 'no config file, since HOME is not set'

const epilogue = () => `
Environment:
  GUILDHALL_SERVER_URL       address of the server
  GUILDHALL_TOKEN            access token for scripts, instead of the keychain ("${brand.cli} token create" makes one)
  GUILDHALL_PASSWORD         password for login
  GUILDHALL_INSECURE_HTTP=1  as --insecure-http
  NO_COLOR                   no colours

Config file: ${configFile() ?? NO_HOME}

${exitCodesHelp}

Data is printed on standard output, everything else on standard error.
${examples('login --email admin@guildhall.test', 'waitlist invite ada@example.org', 'applications list --status pending')}`

type Add = (program: Command) => void
/** What adds each command, by its first word, in the order in which --help shows them. */
const parts = (): Readonly<Record<string, Add>> => {
  const tools = { examples, wholeNumber, searchText }
  const people: Add = (program) => addPeople(program, tools)
  const daily = Object.entries(everyday).map(
    ([name, add]) => [name, (program: Command) => add(program, tools)] as const,
  )
  return {
    ...{ login: addAccount, logout: addAccount, whoami: addAccount },
    waitlist: (program) => addWaitlist(program, { ...tools, paged, searchText }),
    applications: addCreatorApplications,
    token: addTokens,
    people,
    audit: (program) => addAudit(program, tools),
    ...Object.fromEntries<Add>(daily),
    request: (program) => addRequests(program, tools),
    open: (program) => addOpen(program, tools),
    claim: (program) => addClaims(program, tools),
    vouch: (program) => addVouch(program, tools),
    due: (program) => addDues(program, tools),
    earnings: (program) => addEarnings(program, tools),
    dispute: (program) => addDisputes(program, tools),
    report: (program) => addReports(program, tools),
    rating: (program) => addRatings(program, tools),
    offer: (program) => addOffers(program, tools),
    webhook: (program) => addWebhooks(program, tools),
  }
}

/**
 * Builds the command tree, or only the part that the command line's first word needs: the whole takes longer than many
 * a command. Actions load their code when they run, so `--help` and `--version` are quick. run-command.ts prints
 * failures and sets the exit code.
 */
export const buildProgram = (firstWord?: string): Command => {
  const program = new Command(brand.cli)
    .description(`Administers ${brand.name} from a terminal.`)
    .version(readVersion(), '-V, --version', 'prints the version')
    .helpOption('-h, --help', 'shows help for a command')
    .configureOutput({ outputError: (text, write) => write(asSentence(text)) })
    .helpCommand(false)
    .option(
      '--server <url>',
      `the server to talk to (default: GUILDHALL_SERVER_URL, ${configFile() ?? NO_HOME}, ${DEFAULT_SERVER})`,
    )
    .option('--insecure-http', 'sends password and tokens to an http:// server on another computer without asking')
    .option('--json', 'prints the result as JSON')
    .option('-q, --quiet', 'says only what went wrong')
    .option('--debug', 'prints status, time, request ID and cause of each call; never a token')
    .option('--no-color', 'prints without colours')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', epilogue)
    .exitOverride()

  const all = parts()
  const one = firstWord !== undefined && Object.hasOwn(all, firstWord) ? all[firstWord] : undefined
  if (one) {
    one(program)
    return program
  }
  for (const add of new Set(Object.values(all))) add(program)
  program
    .command('completion')
    .description('Prints the script that lets a shell complete commands and options.')
    .addArgument(new Argument('<shell>', 'the shell that the script is for').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples(
        'completion bash > /etc/bash_completion.d/guildhall',
        'completion fish > ~/.config/fish/completions/guildhall.fish',
      ),
    )
    .action(async (shell: string) => (await import('./commands/completion.ts')).printCompletion(program, shell))
  program
    .command('help')
    .description('Shows help for a command.')
    .argument('[command...]', 'the command to explain, such as: waitlist invite')
    .addHelpText('after', examples('help', 'help waitlist invite'))
    .action((path: string[]) => commandAt(program, path).outputHelp())
  program
    .command('version')
    .description('Prints the version.')
    .addHelpText('after', examples('version'))
    .action(() => void process.stdout.write(`${readVersion()}\n`))
  return program
}

const commandAt = (program: Command, path: readonly string[]): Command =>
  path.reduce((at, name) => {
    const child = at.commands.find((one) => one.name() === name)
    if (!child) throw usageError(`There is no command "${path.join(' ')}"; see: ${brand.cli} --help`)
    return child
  }, program)

/**
 * Adds the options that every list has, in the order --help shows them; `columns` are the columns that a list can be
 * sorted by.
 */
const paged = (list: Command, columns: readonly string[]): Command =>
  list
    .addOption(
      new Option('--sort <column>', 'sorts by that column, lowest first (default: newest first)').choices(columns),
    )
    .option('--descending', 'with --sort: highest first')
    .option('--page <number>', 'the page to print (default: 1)', wholeNumber(1_000_000))
    .option('--limit <number>', 'rows on a page (default: 10)', wholeNumber(100))
    .option('--all', 'prints every page')

const addAccount = (program: Command): void => {
  program
    .command('login')
    .description('Signs in and keeps the session in the keychain of this computer.')
    .option('--email <address>', 'the e-mail address of the account; asked for when missing')
    .option('--password-stdin', 'reads the password from standard input; on a terminal it is asked for')
    .option('--otp <code>', 'the code of two-step sign-in, or the mailed one for an address that is not verified yet')
    .option('--print-token', 'prints the access token for GUILDHALL_TOKEN and keeps nothing')
    .addHelpText(
      'after',
      examples(
        'login',
        'login --email admin@guildhall.test --password-stdin < password.txt',
        'login --server https://guildhall.example.org',
      ),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/session/login.ts')).login(command.optsWithGlobals()),
    )
  program
    .command('logout')
    .description('Ends the session and forgets its tokens.')
    .addHelpText('after', examples('logout'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/session/logout.ts')).logout(command.optsWithGlobals()),
    )
  program
    .command('whoami')
    .description('Names the signed-in account.')
    .addHelpText('after', examples('whoami --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/session/whoami.ts')).whoami(command.optsWithGlobals()),
    )
}

const addCreatorApplications = (program: Command): void => {
  const applications = program
    .command('applications')
    .helpCommand(false)
    .description('Lists creator applications, and decides them.')
    .addHelpText('after', examples('applications list --status pending', 'applications approve <id>'))
  const list = applications
    .command('list')
    .description('Prints the creator applications, newest first unless sorted.')
    .addOption(new Option('--status <state>', 'lists only creator applications in that state').choices(statusWords))
  paged(list, creatorApplicationColumns)
    .option('--search <text>', 'lists only people with this text in their username or address', searchText)
    .option('--csv', 'prints the result as CSV')
    .addHelpText(
      'after',
      examples(
        'applications list --status pending',
        'applications list --sort tier --descending',
        'applications list --all --csv > applications.csv',
      ),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/creator-applications/list.ts')).listCreatorApplications(command.optsWithGlobals()),
    )
  applications
    .command('approve')
    .description('Approves creator applications; each applicant becomes a creator.')
    .argument('[id...]', 'IDs of applications; - reads them from standard input')
    .option('-n, --dry-run', 'says what would be done, and does nothing')
    .addHelpText(
      'after',
      examples(
        'applications approve 01890000-0000-7000-8000-000000000001',
        'applications list --status pending --json | jq -r ".data[].id" | guildhall applications approve -',
      ),
    )
    .action(async (ids: string[], _: unknown, command: Command) =>
      (await import('./commands/creator-applications/decide.ts')).approveCreatorApplications(
        ids,
        command.optsWithGlobals(),
      ),
    )
  applications
    .command('reject')
    .description('Rejects creator applications; each applicant may apply again.')
    .argument('[id...]', 'IDs of applications; - reads them from standard input')
    .option('-n, --dry-run', 'says what would be done, and does nothing')
    .option('--reason <text>', 'the reason, which the applicant reads')
    .addHelpText(
      'after',
      examples('applications reject 01890000-0000-7000-8000-000000000001 --reason "Please add your work first."'),
    )
    .action(async (ids: string[], _: unknown, command: Command) =>
      (await import('./commands/creator-applications/decide.ts')).rejectCreatorApplications(
        ids,
        command.optsWithGlobals(),
      ),
    )
}

const addTokens = (program: Command): void => {
  const token = program
    .command('token')
    .helpCommand(false)
    .description('Makes, lists and revokes your access tokens, which scripts pass in GUILDHALL_TOKEN.')
    .addHelpText('after', examples('token create --name "Invitations" --scopes read,admin', 'token list'))
  token
    .command('create')
    .description('Makes an access token and prints it once.')
    .requiredOption('--name <text>', 'what the token is for')
    .option('--scopes <list>', `what it may do, joined by commas: ${scopeWords.join(', ')}`, 'read')
    .option('--days <number>', 'how many days it works', wholeNumber(TOKEN_DAYS_MAX), 90)
    .addHelpText(
      'after',
      examples(
        'token create --name "Invitations on Mondays" --scopes read,admin --days 365',
        'token create --name "Board to spreadsheet" > token.txt',
      ),
    )
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/tokens/tokens.ts')).createToken(command.optsWithGlobals()),
    )
  token
    .command('list')
    .description('Prints your access tokens, the newest first, without the tokens themselves.')
    .addHelpText('after', examples('token list', 'token list --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/tokens/tokens.ts')).listTokens(command.optsWithGlobals()),
    )
  token
    .command('revoke')
    .description('Revokes an access token; it works no more from the next call on.')
    .argument('<id>', 'the ID of the token, as token list prints it', wholeID('a token', 'token list --json'))
    .addHelpText('after', examples('token revoke 01890000-0000-7000-8000-000000000001'))
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/tokens/tokens.ts')).revokeToken(id, command.optsWithGlobals()),
    )
}

import { type Command, Option } from 'commander'
import { usageError } from './exit-codes.ts'
import { INVITE_NEXT_MAX, mailStates, waitlistColumns, type WishWord, wishWords } from './words.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number, least?: number) => (text: string) => number
  paged: (list: Command, columns: readonly string[]) => Command
  searchText: (text: string) => string
}

const wishes = Object.keys(wishWords) as WishWord[]

/** Adds the commands about the waitlist. */
export const addWaitlist = (program: Command, { examples, wholeNumber, paged, searchText }: Tools): void => {
  const waitlist = program
    .command('waitlist')
    .helpCommand(false)
    .description('Lists the people on the waitlist, invites people, and takes addresses off the list.')
    .addHelpText('after', examples('waitlist list', 'waitlist invite ada@example.org'))
  paged(waitlist.command('list').description('Prints the waitlist, newest first unless sorted.'), waitlistColumns)
    .option('--search <text>', 'lists only addresses with this text in them', searchText)
    .option('--invited', 'lists only people who were invited')
    .addOption(new Option('--not-invited', 'lists only people who were not invited yet').conflicts('invited'))
    .addOption(
      new Option('--mail <state>', 'lists only people whose invitation mail is in that state').choices(mailStates),
    )
    .addOption(new Option('--want <wish>', 'lists only people who want that').choices(wishes))
    .option('--csv', 'prints the result as CSV')
    .addHelpText(
      'after',
      examples(
        'waitlist list --search example.org',
        'waitlist list --mail failed',
        'waitlist list --sort lastInvitedAt --descending',
        'waitlist list --all --not-invited --csv > waiting.csv',
      ),
    )
    .action(async (_: unknown, command: Command) => {
      const { invited, notInvited, want, ...options } = command.optsWithGlobals<Record<string, unknown>>()
      const isInvited = invited ? true : notInvited ? false : undefined
      const { listWaitlist } = await import('./commands/waitlist/list.ts')
      const wish = want === undefined ? undefined : wishWords[want as WishWord]
      await listWaitlist({
        ...options,
        ...(isInvited !== undefined && { isInvited }),
        ...(wish !== undefined && { want: wish }),
      })
    })
  waitlist
    .command('invite')
    .description(
      'Invites addresses; each gets a mail with a registration link. Repeated, the command mails only those whose mail has failed.',
    )
    .argument('[email...]', 'addresses to invite; - reads them from standard input')
    .option('--file <path>', 'reads addresses from a file, one a line; # begins a remark')
    .addOption(
      new Option('--next <number>', 'invites those who have waited longest, at most that many')
        .argParser(wholeNumber(INVITE_NEXT_MAX))
        .conflicts(['file', 'resend']),
    )
    .addOption(new Option('--want <wish>', 'with --next: only people who want that').choices(wishes))
    .option('--resend', 'also sends a new link to people who were invited before')
    .option('-y, --yes', 'does not ask: takes the e-mail column of a table, leaves out all that is no address')
    .option('-n, --dry-run', 'says what would be done, and does nothing')
    .option('--no-wait', 'does not wait until the mails have left the server')
    .addHelpText(
      'after',
      examples(
        'waitlist invite ada@example.org alan@example.org',
        'waitlist invite --next 25 --want work',
        'waitlist invite --file addresses.txt --dry-run',
        'waitlist invite --file people.csv --yes --json',
        'waitlist list --all --not-invited --json | jq -r ".data[].email" | guildhall waitlist invite -',
      ),
    )
    .action(async (emails: string[], _: unknown, command: Command) => {
      const { next, want, ...options } = command.optsWithGlobals<{ next?: number; want?: WishWord }>()
      if (next === undefined && want !== undefined) throw usageError('--want is for --next.')
      if (next === undefined) return (await import('./commands/waitlist/invite.ts')).invite(emails, options)
      if (emails.length > 0) throw usageError('Name addresses, or use --next; not both.')
      const { inviteNext } = await import('./commands/waitlist/invite-next.ts')
      return inviteNext({ ...options, next, ...(want !== undefined && { want: wishWords[want] }) })
    })
  waitlist
    .command('funnel')
    .description('Prints how many joined, were invited, registered and made a first act, by week and in all.')
    .addHelpText('after', examples('waitlist funnel', 'waitlist funnel --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/waitlist/funnel.ts')).printFunnel(command.optsWithGlobals()),
    )
  waitlist
    .command('remove')
    .description('Takes addresses off the waitlist and forgets them; links that were mailed to them end.')
    .argument('[email...]', 'addresses to remove; - reads them from standard input')
    .option('--file <path>', 'reads addresses from a file, one a line; # begins a remark')
    .option('-y, --yes', 'does not ask')
    .option('-n, --dry-run', 'says what would be done, and does nothing')
    .addHelpText('after', examples('waitlist remove ada@example.org', 'waitlist remove --file gone.txt --yes --json'))
    .action(async (emails: string[], _: unknown, command: Command) =>
      (await import('./commands/waitlist/remove.ts')).removeFromWaitlist(emails, command.optsWithGlobals()),
    )
}

import { type Command, Option } from 'commander'
import { peopleStates } from './words.ts'

type Tools = {
  examples: (...lines: string[]) => string
  wholeNumber: (most: number) => (text: string) => number
  searchText: (text: string) => string
}

/** Adds the commands about people, for administrators. */
export const addPeople = (program: Command, { examples, wholeNumber, searchText }: Tools): void => {
  const people = program
    .command('people')
    .helpCommand(false)
    .description('Lists accounts, suspends and restores them, and ends their sessions.')
    .addHelpText('after', examples('people list --state suspended', 'people suspend ada --reason "Spam."'))
  people
    .command('list')
    .description('Prints the accounts, newest first.')
    .option('--search <text>', 'lists only people with this text in their username, name or address', searchText)
    .addOption(new Option('--state <state>', 'lists only people in that state').choices(peopleStates))
    .option('--limit <number>', 'how many to print (default: 25)', wholeNumber(100))
    .option('--all', 'prints every one')
    .addHelpText('after', examples('people list --search example.org', 'people list --all --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/people/list.ts')).listPeople(command.optsWithGlobals()),
    )
  const acting = (name: string, description: string) =>
    people
      .command(name)
      .description(description)
      .argument('<person>', 'username, address or ID')
      .option('-y, --yes', 'does not ask')
  acting('suspend', 'Ends all sessions of a person, who cannot sign in until restored; the reason is mailed to them.')
    .option('--reason <text>', 'the reason; asked for when missing')
    .addHelpText('after', examples('people suspend ada --reason "Spam in three projects."'))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/people/act.ts')).suspendPerson(named, command.optsWithGlobals()),
    )
  acting('restore', 'Lets a suspended person sign in again.')
    .addHelpText('after', examples('people restore ada'))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/people/act.ts')).restorePerson(named, command.optsWithGlobals()),
    )
  acting('sign-out', 'Ends all sessions of a person, who may sign in again.')
    .addHelpText('after', examples('people sign-out ada@example.org --yes'))
    .action(async (named: string, _: unknown, command: Command) =>
      (await import('./commands/people/act.ts')).signOutPerson(named, command.optsWithGlobals()),
    )
}

import { type Command, Option } from 'commander'
import { wholeID } from './whole-id.ts'

type Tools = { examples: (...lines: string[]) => string }
const ID = '01890000-0000-7000-8000-000000000001'
const projectID = wholeID('a project', 'rating list --json')

/** Adds the commands about reviews. */
export const addRatings = (program: Command, { examples }: Tools): void => {
  const rating = program
    .command('rating')
    .helpCommand(false)
    .description(
      'Reviews of workers and payers; the other side reads yours when it has given its own, or after 14 days.',
    )
    .addHelpText('after', examples('rating list', `rating give ${ID} --again yes --clear 5 --fair 5 --on-time 4`))
  rating
    .command('list')
    .description('Prints the reviews that are due, by when, your own ones, and those of you that you can answer.')
    .addHelpText('after', examples('rating list', 'rating list --json'))
    .action(async (_: unknown, command: Command) =>
      (await import('./commands/ratings/ratings.ts')).listRatings(command.optsWithGlobals()),
    )
  rating
    .command('give')
    .description('Gives a review that is due.')
    .argument('<project>', 'the ID of the project', projectID)
    .addOption(
      new Option('--again <answer>', 'whether you would work together again')
        .choices(['yes', 'no'])
        .makeOptionMandatory(),
    )
    .requiredOption('--clear <mark>', 'how clear they were, 1 to 5', Number)
    .requiredOption('--on-time <mark>', 'how well they kept their days, 1 to 5', Number)
    .option('--quality <mark>', 'the quality of the work, by owners and admins, 1 to 5', Number)
    .option('--fair <mark>', 'how fair they were, by who worked, 1 to 5', Number)
    .option(
      '--worker <user>',
      'the ID of who worked, where several reviews are due',
      wholeID('a person', 'rating list --json'),
    )
    .option('--text <text>', 'in words, up to 500 characters')
    .addHelpText(
      'after',
      examples(`rating give ${ID} --again yes --clear 5 --fair 5 --on-time 4 --text "Clear from the start."`),
    )
    .action(async (id: string, _: unknown, command: Command) =>
      (await import('./commands/ratings/ratings.ts')).giveRating(id, command.optsWithGlobals()),
    )
  rating
    .command('answer')
    .description('Answers a review of you or of your project, once, for everybody to read.')
    .argument('<review>', 'the ID of the review', wholeID('a review', 'rating list --json'))
    .argument('<text>', 'up to 300 characters')
    .addHelpText('after', examples(`rating answer ${ID} "Thank you."`))
    .action(async (id: string, text: string, _: unknown, command: Command) =>
      (await import('./commands/ratings/ratings.ts')).answerRating(id, text, command.optsWithGlobals()),
    )
}

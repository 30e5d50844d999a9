import { type Command, InvalidArgumentError } from 'commander'
import { projectID, wholeID } from './whole-id.ts'

type Tools = { examples: (...lines: string[]) => string }

const ID = '01890000-0000-7000-8000-000000000001'
const OTHER = '01890000-0000-7000-8000-000000000002'

const kindList = (text: string): string[] => {
  const kinds = [...new Set(text.split(',').map((kind) => kind.trim()))].filter((kind) => kind !== '')
  if (kinds.length === 0) throw new InvalidArgumentError('It names kinds of events, such as task.moved,task.assigned.')
  return kinds
}

/** Adds the commands about what programs are sent of a project, for its owners. */
export const addWebhooks = (program: Command, { examples }: Tools): void => {
  const webhook = program
    .command('webhook')
    .helpCommand(false)
    .description('Sends what happens in a project to programs that the people who run the server have named.')
    .addHelpText('after', examples(`webhook list ${ID}`, `webhook add ${ID} build --kinds task.moved,task.assigned`))
  webhook
    .command('list')
    .description('Prints the webhooks of a project, and the targets that there are.')
    .argument('<project>', 'the ID of the project', projectID)
    .addHelpText('after', examples(`webhook list ${ID}`, `webhook list ${ID} --json`))
    .action(async (project: string, _: unknown, command: Command) =>
      (await import('./commands/webhooks/webhooks.ts')).listWebhooks(project, command.optsWithGlobals()),
    )
  webhook
    .command('add')
    .description(
      'Sends events of these kinds to a target from now on, and prints the secret, which is shown only once.',
    )
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<target>', 'the name of the target')
    .requiredOption('--kinds <kinds>', 'the kinds of events, comma-separated', kindList)
    .addHelpText('after', examples(`webhook add ${ID} build --kinds task.moved,task.assigned`))
    .action(async (project: string, target: string, _: unknown, command: Command) =>
      (await import('./commands/webhooks/webhooks.ts')).addWebhook(project, target, command.optsWithGlobals()),
    )
  webhook
    .command('remove')
    .description('Sends nothing more to a target.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<target>', 'the name of the target')
    .option('-y, --yes', 'removes without asking')
    .addHelpText('after', examples(`webhook remove ${ID} build`))
    .action(async (project: string, target: string, _: unknown, command: Command) =>
      (await import('./commands/webhooks/webhooks.ts')).removeWebhook(project, target, command.optsWithGlobals()),
    )
  webhook
    .command('secret')
    .description('Makes a second secret and prints it once; both sign until the first is removed, for a day at most.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<target>', 'the name of the target')
    .option('--remove-first', 'removes the first of two secrets instead')
    .addHelpText('after', examples(`webhook secret ${ID} build`, `webhook secret ${ID} build --remove-first`))
    .action(async (project: string, target: string, _: unknown, command: Command) =>
      (await import('./commands/webhooks/webhooks.ts')).changeSecret(project, target, command.optsWithGlobals()),
    )
  webhook
    .command('deliveries')
    .description('Prints what was sent in the last 7 days and how it was answered, the newest first.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<target>', 'the name of the target')
    .addHelpText('after', examples(`webhook deliveries ${ID} build`, `webhook deliveries ${ID} build --json`))
    .action(async (project: string, target: string, _: unknown, command: Command) =>
      (await import('./commands/webhooks/webhooks.ts')).listDeliveries(project, target, command.optsWithGlobals()),
    )
  webhook
    .command('resend')
    .description('Sends a delivery once more, and prints how it was answered.')
    .argument('<project>', 'the ID of the project', projectID)
    .argument('<target>', 'the name of the target')
    .argument('<delivery>', 'the ID of the delivery', wholeID('a delivery', 'webhook deliveries --json'))
    .addHelpText('after', examples(`webhook resend ${ID} build ${OTHER}`))
    .action(async (project: string, target: string, id: string, _: unknown, command: Command) =>
      (await import('./commands/webhooks/webhooks.ts')).resend(project, target, id, command.optsWithGlobals()),
    )
}

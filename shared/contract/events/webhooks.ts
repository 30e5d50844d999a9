import { z } from 'zod'
import { id } from '../common.ts'
import { inbox } from '../reads.ts'
import { eventFor, nobody, notice } from './event.ts'

const ofManagers = eventFor('managers and subject')
const webhook = z.strictObject({ webhookID: id, target: z.string().max(40) })

/** The events of what programs are sent of a project; a target is its name, never its address. */
export const webhookEvents = {
  'webhook.made': ofManagers({ data: webhook, notices: nobody, like: 'webhooks.add' }),
  'webhook.removed': ofManagers({ data: webhook, notices: nobody, like: 'webhooks.remove' }),
  // Nobody does this: its target has not taken an event in a day, or says that it is gone.
  'webhook.paused': ofManagers({
    data: webhook,
    notices: [notice('owners', 'requests', 'project')],
    like: 'webhooks.remove',
    stale: inbox,
  }),
}

// Written by `npm run lists:generate`.
import { accountEvents } from './events/accounts.ts'
import { commentEvents } from './events/comments.ts'
import { projectEvents } from './events/projects.ts'
import { requestEvents } from './events/requests.ts'
import { taskEvents } from './events/tasks.ts'

export const declaredEvents = {
  ...accountEvents,
  ...commentEvents,
  ...projectEvents,
  ...requestEvents,
  ...taskEvents,
}

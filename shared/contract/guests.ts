import { z } from 'zod'
import { enveloped, id, idOf, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { rewardStates } from './reward-states.ts'

/** The most guests of a project that are listed. */
export const GUESTS_MAX = 200

const guest = z
  .object({
    claimID: idOf('their claim'),
    person: z
      .object({ id, username: z.string().meta(described.username), name: z.string().meta(described.fullName) })
      .meta({ description: 'The guest.' }),
    taskID: idOf('the task'),
    taskId: z.string().meta({ description: "The project's number of the task.", examples: ['12'] }),
    title: z.string().meta(described.taskTitle),
    state: z.enum(rewardStates).meta({ description: 'How far they are with it.', examples: ['held'] }),
    isRuled: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether administrators have ruled that nothing is owed for it.', examples: [false] }),
    by: time
      .nullable()
      .meta({ description: 'Until when what it waits for is to happen; null where there is no date.' }),
    since: time.nullable().meta({ description: 'When that state began, where it is known; else null.' }),
  })
  .meta({ id: 'Guest', description: 'Somebody who is no member, and has a task of the project or has finished it.' })
export type GuestOfTask = z.output<typeof guest>

export const guests = noun('People who are no members of a project, and have one task of it or have finished it.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/guests',
    summary: `The guests of a project, each once for each of their tasks: those who have one now first, then who finished last (at most ${GUESTS_MAX}). Owners and admins may ask.`,
    policy: 'project.manager',
    scope: 'read',
    since: 'claims',
    params: z.strictObject({ id: idOf('the project') }),
    response: enveloped(z.array(guest)),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load the guests'),
  }),
})

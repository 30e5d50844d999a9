import { z } from 'zod'
import { enveloped } from './common.ts'
import { alwaysText, endpoint, noun } from './endpoint.ts'

/** A server says how many of a thing it has from this number on: fewer would tell visitors only how small it is. */
export const FIGURE_LEAST = 10

const figure = (description: string, count: number) =>
  z
    .object({
      count: z
        .int()
        .min(FIGURE_LEAST)
        .meta({ description: 'How many there are.', examples: [count] }),
      isFloor: z.boolean().meta({ description: 'Whether there are at least as many: counting ended there.' }),
    })
    .nullable()
    .meta({ description: `${description}; null while there are fewer than ${FIGURE_LEAST}.` })

const figuresOfServer = z
  .object({
    openProjects: figure('Projects on the market', 57),
    people: figure('People who show themselves in the talent directory', 64),
    tasksDone: figure('Tasks that are completed', 312),
    openTasks: figure('Tasks that are free to take or to apply for', 42).default(null),
  })
  .meta({ id: 'Figures' })
export type Figures = z.output<typeof figuresOfServer>
export type Figure = NonNullable<Figures[keyof Figures]>

export const figures = noun('How much happens on this server, for visitors.', {
  get: endpoint({
    method: 'GET',
    path: '/figures',
    summary: 'How much happens on this server, for visitors. The numbers are up to ten minutes old.',
    policy: 'public',
    scope: null,
    since: 'figures',
    response: enveloped(figuresOfServer),
    failure: alwaysText('Failed to load the figures'),
  }),
})

import { z } from 'zod'
import { anyTaskStatus, enveloped, searchText, id, projectRole } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { taskFieldsOnBoards } from './task-fields.ts'

export const SEARCH_LIMIT = 8
const SEARCH_LIMIT_MAX = 20

const taskHit = z
  .object({
    id,
    taskId: z
      .string()
      .meta({ description: "The task's number within its project, as people say it.", examples: ['12'] }),
    title: z.string().meta(described.taskTitle),
    status: anyTaskStatus,
    stageID: taskFieldsOnBoards.stageID,
    stage: z
      .string()
      .default('')
      .meta({ description: 'The name of its stage; empty where its status has none.', examples: ['QA'] }),
    projectID: id,
    projectTitle: z.string().meta(described.projectTitle),
  })
  .meta({ id: 'TaskHit', description: 'A task that a search found.' })

const projectHit = z
  .object({
    id,
    title: z.string().meta(described.projectTitle),
    role: projectRole
      .nullable()
      .meta({ description: 'The viewer’s role in it; null for who is no member.', examples: ['member'] }),
  })
  .meta({ id: 'ProjectHit', description: 'A project that a search found; `role` is null for who is no member.' })

const personHit = z
  .object({
    id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
  })
  .meta({ id: 'PersonHit', description: 'A person of the directory that a search found.' })

const hits = z
  .object({
    tasks: z.array(taskHit).meta({ description: "Tasks of the viewer's projects." }),
    projects: z.array(projectHit).meta({ description: "The viewer's own and requested projects, and the market's." }),
    people: z.array(personHit).meta({ description: 'People whom the directory shows.' }),
  })
  .meta({ id: 'SearchHits', description: 'What a search found; each list has the best hit first.' })
export type SearchHits = z.output<typeof hits>

export const search = noun('Finding tasks, projects and people at once.', {
  find: endpoint({
    method: 'GET',
    path: '/search',
    summary:
      'Tasks, projects and people that the viewer may see, at most `limit` in all: the task of that number first, then titles and names that begin with the text, then those with all of its words.',
    policy: 'user',
    scope: 'read',
    since: 'search',
    query: z.strictObject({
      q: searchText
        .min(1)
        .max(200)
        .meta({ description: 'Words, or the number of a task.', examples: ['#12'] }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(SEARCH_LIMIT_MAX)
        .default(SEARCH_LIMIT)
        .meta({ description: 'The most hits in one answer.', examples: [8] }),
    }),
    response: enveloped(hits),
    limits: ['search'],
    mayLag: true,
    failure: serverMessageOr('Failed to search'),
  }),
})

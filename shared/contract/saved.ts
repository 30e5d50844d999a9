import { z } from 'zod'
import { enveloped, freeText, id, idOf, messageOnly, noBody, singleLine, skillLevel, time } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { marketChoices } from './market.ts'
import { openTaskChoices } from './open-tasks.ts'

/** How many projects a person can save. */
export const SAVED_PROJECTS_MAX = 500
/** How many searches a person can save. */
export const SAVED_SEARCHES_MAX = 20
export const SEARCH_NAME_MAX = 60
/** What is new in a saved search is counted up to this number. */
export const NEW_HITS_MAX = 100

const searchName = singleLine
  .min(1, 'Please give the search a name.')
  .max(SEARCH_NAME_MAX, `A name has at most ${SEARCH_NAME_MAX} characters.`)
  .meta({ description: 'What the person calls it.', examples: ['React, well paid'] })

/** A search of the market: words, skill level, filters and sort, as `projects.openProjects` takes them. */
export const marketSearch = z
  .strictObject({
    q: freeText
      .max(200)
      .optional()
      .meta({ description: 'Words to search for.', examples: ['maps'] }),
    skillLevel: skillLevel.optional(),
    ...marketChoices,
  })
  .meta({ description: 'What it looks for.', examples: [{ q: 'maps', maxHours: 20 }] })
export type MarketSearch = z.output<typeof marketSearch>

/** A search of open tasks: words, filters and sort, as `openTasks.list` takes them. */
export const taskSearch = z
  .strictObject({
    ...openTaskChoices,
    forMe: z
      .literal(true)
      .optional()
      .meta({ description: 'Only tasks that the person may take.', examples: [true] }),
  })
  .meta({ description: 'What it looks for among open tasks.', examples: [{ q: 'map', minCents: 5000 }] })
export type TaskSearch = z.output<typeof taskSearch>

/** What can be searched and saved. */
const searchKinds = ['projects', 'tasks'] as const
export type SearchKind = (typeof searchKinds)[number]

export const savedSearch = z
  .object({
    id,
    name: searchName,
    search: z.object(marketSearch.shape).meta({ description: 'What it looks for among projects.' }),
    tasks: z
      .object(taskSearch.shape)
      .nullable()
      .default(null)
      .meta({ description: 'What it looks for among open tasks; null for a search of projects.' }),
    createdAt: time.meta({ description: 'When it was saved.' }),
    seenAt: time.meta({ description: 'When the person last looked at what it finds.' }),
    newHits: z.int().meta({
      description: `How many of the newest projects or tasks fit it and were published or offered since; at most ${NEW_HITS_MAX} are counted.`,
      examples: [3],
    }),
  })
  .meta({ id: 'SavedSearch' })
export type SavedSearch = z.output<typeof savedSearch>

export const savedProjects = noun('The projects of the market that the signed-in person has saved.', {
  list: endpoint({
    method: 'GET',
    path: '/users/saved-projects',
    summary:
      "The IDs of the projects that the viewer has saved, the one saved last first. The market's `saved` lists them.",
    policy: 'user',
    scope: 'read',
    since: 'market',
    response: enveloped(z.array(id)),
    failure: serverMessageOr('Failed to load your saved projects'),
  }),
  add: endpoint({
    method: 'PUT',
    path: '/users/saved-projects/:id',
    summary: `Saves a project for the viewer alone; nobody else learns of it. A person saves at most ${SAVED_PROJECTS_MAX}.`,
    policy: 'project.visible',
    scope: 'work',
    since: 'market',
    params: z.strictObject({ id: idOf('the project') }),
    body: noBody,
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    // A saved project is on the market's list of saved ones, and its number of new projects begins again at zero.
    leaves: [],
    stale: ['savedProjects.list'],
    failure: serverMessageOr('Failed to save the project. Please try again.'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/saved-projects/:id',
    summary: 'Removes a saved project, even one that the viewer can no longer see.',
    policy: 'user',
    scope: 'work',
    since: 'market',
    params: z.strictObject({ id: idOf('the project') }),
    response: messageOnly,
    leaves: [],
    stale: ['savedProjects.list', 'projects.openProjects'],
    failure: serverMessageOr('Failed to remove the project from your saved ones. Please try again.'),
  }),
})

const searchParams = z.strictObject({ id: idOf('the saved search') })

export const savedSearches = noun('The searches of the market that the signed-in person has saved, with what is new.', {
  list: endpoint({
    method: 'GET',
    path: '/users/saved-searches',
    summary: "The viewer's saved searches of the market, by name, each with the number of what is new in it.",
    policy: 'user',
    scope: 'read',
    since: 'market',
    query: z.strictObject({
      kind: z
        .enum(searchKinds)
        .default('projects')
        .meta({ description: 'Those of projects, or those of open tasks.', examples: ['tasks'] }),
    }),
    response: enveloped(z.array(savedSearch)),
    limits: ['search'],
    failure: serverMessageOr('Failed to load your saved searches'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users/saved-searches',
    summary: `Saves a search of projects or open tasks. A person has at most ${SAVED_SEARCHES_MAX} in all.`,
    policy: 'user',
    scope: 'work',
    since: 'market',
    body: z.strictObject({
      name: searchName,
      search: marketSearch.default({}),
      tasks: taskSearch
        .optional()
        .meta({ description: 'Makes it a search of open tasks; `search` counts for nothing then.' }),
    }),
    response: enveloped(savedSearch),
    status: 201,
    fails: { 409: 'CONFLICT' },
    leaves: [],
    stale: ['savedSearches.list'],
    failure: serverMessageOr('Failed to save the search. Please try again.'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/saved-searches/:id',
    summary: 'Renames a saved search, or notes that the viewer has looked at what it finds.',
    policy: 'user',
    scope: 'work',
    since: 'market',
    params: searchParams,
    body: z.strictObject({
      name: searchName.optional(),
      isSeen: z
        .literal(true)
        .optional()
        .meta({ description: 'The present hits no longer count as new.', examples: [true] }),
    }),
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: [],
    stale: ['savedSearches.list'],
    failure: serverMessageOr('Failed to change the saved search. Please try again.'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/saved-searches/:id',
    summary: 'Deletes a saved search.',
    policy: 'user',
    scope: 'work',
    since: 'market',
    params: searchParams,
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: [],
    stale: ['savedSearches.list'],
    failure: serverMessageOr('Failed to delete the saved search. Please try again.'),
  }),
})

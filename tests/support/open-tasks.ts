import type { OpenTask, OpenTaskPage } from '#shared/contract/open-tasks.ts'
import { host, ok } from './fake-platform.ts'
import { idOf } from './projects.ts'

/** An open task as lists show it, which the reader may take. */
export const openTaskOf = (number: number, more: Partial<OpenTask> = {}): OpenTask => ({
  ...{ id: idOf(number), taskId: String(number), title: `Task ${number}`, description: 'In two colours.' },
  ...{ amountCents: 40_000, currency: 'USD', hours: 6, dueOn: null, mode: 'claim', leaseDays: 7, takers: 'anyone' },
  ...{ minTier: null, skills: ['Maps'], aiRule: 'declare', may: true, whyNot: null, full: false },
  project: { id: idOf(900), title: 'A bird atlas', tier: 'basic', owner: { username: 'marta', name: 'Marta' } },
  ...more,
})
/** The first of them as its page shows it. */
export const openPageOf = (more: Partial<OpenTaskPage> = {}): OpenTaskPage => ({
  ...openTaskOf(1),
  ...{ state: 'open', doneWhen: ['In print size'], reviewDays: 14, payDays: 14, answerDays: 10 },
  ...more,
})

/** Lets the host answer what the market and the page of an open task ask. */
export const serveOpenTasks = (capabilities: () => string[]): void => {
  host.userID = '01890000-0000-7000-8000-0000000000aa'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', () => ok({ data: capabilities() }))
  host.on('openTasks.list', ok({ data: [openTaskOf(1), openTaskOf(2)], nextCursor: null }))
  host.on('openTasks.get', ok({ data: openPageOf() }))
  host.on('claims.list', ok({ data: [], nextCursor: null }))
  host.on('users.requests', ok({ data: [] }))
  host.on('savedTasks.list', ok({ data: [] }))
  host.on('savedSearches.list', ok({ data: [] }))
  host.on('savedProjects.list', ok({ data: [] }))
  host.on('projects.openProjects', ok({ data: [], pagination: { page: 1, limit: 10, total: 0, totalPages: 0 } }))
}

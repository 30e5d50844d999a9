import { type QueryClient, useQuery } from '@tanstack/react-query'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { today } from '../lib/format.ts'
import { keysOfProject } from './effects.ts'
import { accessQuery, membersQuery, viewerInProjectQuery } from './memberships.ts'
import { dataOf, query, withData } from './query.ts'
import { prefetchStages } from './stages.ts'
import { latestTasksQuery, projectTasksQuery } from './tasks.ts'

export const projectQuery = (id: string) => query('projects.get', { params: { id } }, { select: dataOf })

/**
 * The currency of the project whose workspace is open; the usual one until the project is read, where that failed, and
 * while nobody wants it.
 */
export const useProjectCurrency = (id: string, isWanted: boolean): string =>
  useQuery({ ...projectQuery(id), retryOnMount: false, enabled: isWanted }).data?.currency ?? USUAL_CURRENCY

export const similarProjectsQuery = (id: string) => query('projects.similar', { params: { id } }, { select: dataOf })

/** The projects that the viewer owns, with drafts and archived ones. */
export const ownedProjectsQuery = () => query('projects.owned', { query: { today: today() } }, { select: dataOf })

/** The projects that the viewer has a role in or has asked for one. */
export const userProjectsQuery = () => query('users.projects', {}, { select: dataOf })

/** Fetches the project before the click that opens it, unless a fresh answer is in the cache. */
export const prefetchProject = (client: QueryClient, id: string): void => {
  void client.prefetchQuery(projectQuery(id))
  void client.prefetchQuery(accessQuery(id))
  void client.prefetchQuery(similarProjectsQuery(id))
}

/**
 * Fetches what a tab of the workspace reads, unless it is fresh in the cache, so that the tab need not wait for the
 * project.
 */
export const prefetchWorkspaceTab = (client: QueryClient, projectID: string, tab: string): void => {
  if (tab !== 'files') void client.prefetchQuery(membersQuery(projectID))
  if (tab !== 'files' && tab !== 'tasks') void client.prefetchQuery(latestTasksQuery(projectID))
  if (tab !== 'tasks') return
  void client.prefetchQuery(projectTasksQuery(projectID))
  void prefetchStages(client, projectID)
}

/** Fetches what a project's workspace shows first: the overview, or the named tab. */
export const prefetchWorkspace = (client: QueryClient, projectID: string, tab = 'overview'): void => {
  void client.prefetchQuery(projectQuery(projectID))
  void client.prefetchQuery(viewerInProjectQuery(projectID))
  prefetchWorkspaceTab(client, projectID, tab)
}

/**
 * The same for the address of a task. Who opens it may be its guest, who is refused everything around it: that is asked for
 * once the viewer is known as a member.
 */
export const prefetchTaskPage = async (client: QueryClient, projectID: string): Promise<void> => {
  const viewer = viewerInProjectQuery(projectID)
  const isMember = () => client.getQueryData(viewer.queryKey) !== undefined
  if (!isMember()) {
    void client.prefetchQuery(projectQuery(projectID))
    await client.prefetchQuery(viewer)
  }
  if (isMember()) prefetchWorkspace(client, projectID, 'tasks')
}

/** Writes a saved project wherever the cache shows it; a new one comes first among the viewer's projects. */
export const writeProject = (client: QueryClient, saved: ProjectDetails): void => {
  client.setQueryData(projectQuery(saved.id).queryKey, { data: saved })
  client.setQueryData(ownedProjectsQuery().queryKey, (owned) =>
    withData(owned, (projects) => [
      ...(projects.some(({ id }) => id === saved.id) ? [] : [{ ...saved, standing: null }]),
      ...projects.map((one) => (one.id === saved.id ? { ...one, ...saved } : one)),
    ]),
  )
}

/** Removes a deleted project from the cache. Call it after its workspace was left: an open tab would ask for it again. */
export const forgetProject = (client: QueryClient, id: string): void => {
  for (const queryKey of keysOfProject(id)) client.removeQueries({ queryKey })
}

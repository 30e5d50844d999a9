import { useQuery } from '@tanstack/react-query'
import type { ProjectRole } from '#shared/contract/index.ts'
import { viewerInProjectQuery } from './memberships.ts'

/**
 * The viewer's role in the project whose workspace is open. It is member, who sees least, while it is unknown or cannot
 * be read. The workspace's frame shows a tab only when the role has been read.
 */
export const useProjectRole = (projectID: string): ProjectRole => useKnownRole(projectID) ?? 'member'

/** The viewer's role to show to a person: null while it is unknown. */
export const useKnownRole = (projectID: string): ProjectRole | null =>
  useQuery({ ...viewerInProjectQuery(projectID), retryOnMount: false }).data?.roleInProject ?? null

/** How many applications to the project wait for the viewer, who is its owner or admin; 0 for anybody else. */
export const useWaitingRequests = (projectID: string): number =>
  useQuery({ ...viewerInProjectQuery(projectID), retryOnMount: false }).data?.waitingRequests ?? 0

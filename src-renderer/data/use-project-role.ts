import { useQuery } from '@tanstack/react-query'
import type { ProjectRole } from '../../shared/contract/index.ts'
import { viewerInProjectQuery } from './memberships.ts'

/**
 * The viewer's role in a project whose workspace they are in: member, who sees least, until it is known and when it cannot be
 * found out. The workspace's frame shows a tab only when the answer is there.
 */
export const useProjectRole = (projectID: string): ProjectRole => useKnownRole(projectID) ?? 'member'

/** The same to be read by a person: null while it is not known. */
export const useKnownRole = (projectID: string): ProjectRole | null =>
  useQuery({ ...viewerInProjectQuery(projectID), retryOnMount: false }).data?.roleInProject ?? null

import { useQuery } from '@tanstack/react-query'
import type { ProjectRole } from '../../shared/contract/index.ts'
import { viewerInProjectQuery } from './memberships.ts'

/**
 * The viewer's role in a project whose workspace they are in: member, who sees least, until it is known and when it cannot be
 * found out. The workspace's frame shows a tab only when the answer is there.
 */
export const useProjectRole = (projectId: string): ProjectRole => useKnownRole(projectId) ?? 'member'

/** The same to be read by a person: null while it is not known. */
export const useKnownRole = (projectId: string): ProjectRole | null =>
  useQuery({ ...viewerInProjectQuery(projectId), retryOnMount: false }).data?.roleInProject ?? null

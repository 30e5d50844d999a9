import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PaymentSummary, ProjectRole, Task } from '#shared/contract/index.ts'
import { type Collaborator, collaboratorsOf, type CountedTasks } from '#shared/rules/collaborators.ts'
import { isManager } from '#shared/rules/membership.ts'
import { membersQuery, viewerInProjectQuery } from '#data/memberships.ts'
import { useProjectCurrency } from '#data/projects.ts'
import { latestTasksQuery, projectTasksQuery } from '#data/tasks.ts'
import { useSession } from '#lib/session.ts'
import { ledgerQuery } from './queries.ts'
import { useCollaboratorsView } from './use-collaborators-view.ts'

/**
 * The collaborators of a project as this viewer may see them. A part that could not be loaded is null and is never
 * shown as zero.
 */
export type Team = {
  projectID: string
  viewerID: string | null
  role: ProjectRole
  isManager: boolean
  /** The list is empty when the members could not be loaded. */
  collaborators: readonly Collaborator[]
  /** The numbers of the project's tasks. */
  counts: readonly CountedTasks[] | null
  /** The tasks that a payment can be for; null also where nobody pays. */
  tasks: readonly Task[] | null
  summary: PaymentSummary | null
  /** The currency of the project, in which it pays. */
  currency: string
}

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })
const noTasks: readonly CountedTasks[] = []
const nobody: PaymentSummary['people'] = []

/**
 * Whether an answer is missing after its first read. It stays missing while it is read again, so that the alert stays
 * until then.
 */
const isMissing = ({ isFetched, data }: { isFetched: boolean; data?: unknown }): boolean =>
  isFetched && data === undefined

/** Everything that several views share, and a function that reads failed parts again. */
export const useTeam = (projectID: string) => {
  const viewerID = useSession((session) => session.userID)
  const viewer = useQuery(viewerInProjectQuery(projectID))
  const members = useQuery(membersQuery(projectID))
  const latest = useQuery(latestTasksQuery(projectID))
  const isPaying = useCollaboratorsView().view === 'payments'
  const tasks = useQuery({ ...projectTasksQuery(projectID), enabled: isPaying })
  const ledger = useQuery(ledgerQuery(projectID, 1))
  const currency = useProjectCurrency(projectID, true)
  const people = ledger.data?.summary.people ?? nobody
  const counts = latest.data?.counts ?? noTasks
  const collaborators = useMemo(
    () => collaboratorsOf(members.data ?? [], counts, people),
    [members.data, counts, people],
  )
  // When the viewer's role cannot be read it counts as member, the role that sees least.
  const role = viewer.data?.roleInProject ?? 'member'
  const team: Team = {
    projectID,
    viewerID,
    role,
    isManager: isManager(role),
    collaborators,
    counts: latest.data?.counts ?? null,
    tasks: tasks.data ?? null,
    summary: ledger.data?.summary ?? null,
    currency: ledger.data?.summary.currency ?? currency,
  }
  const failed = [
    isMissing(viewer) && 'your role',
    isMissing(members) && 'collaborators',
    (isMissing(latest) || isMissing(tasks)) && 'tasks',
    isMissing(ledger) && 'payments',
  ].filter((one) => one !== false)
  return {
    team,
    // Only the first read counts as loading: otherwise a panel that reads a failed part again would be unmounted,
    // mounted, and read it for ever.
    isLoading: [viewer, members, latest, ledger].some(({ isFetched }) => !isFetched),
    isMembersFailed: isMissing(members),
    /** The names of the parts that could not be loaded; null when all were. */
    failed: failed.length > 0 ? inWords.format(failed) : null,
    isRetrying: viewer.isFetching || members.isFetching || latest.isFetching || tasks.isFetching || ledger.isFetching,
    retry: () => {
      for (const query of [viewer, members, latest, tasks, ledger]) if (isMissing(query)) void query.refetch()
    },
  }
}

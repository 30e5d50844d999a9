import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BOARD_LIMIT } from '#shared/contract/task.ts'
import type { PaymentSummary, ProjectRole, Task } from '#shared/contract/index.ts'
import { type Collaborator, collaboratorsOf } from '#shared/rules/collaborators.ts'
import { isManager } from '#shared/rules/membership.ts'
import { membersQuery, viewerInProjectQuery } from '#data/memberships.ts'
import { useProjectCurrency } from '#data/projects.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { useSession } from '#lib/session.ts'
import { ledgerQuery } from './queries.ts'

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
  tasks: readonly Task[] | null
  /** Whether the project may have more tasks than one call answers. */
  isTasksCutOff: boolean
  summary: PaymentSummary | null
  /** The currency of the project, in which it pays. */
  currency: string
}

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })
const noTasks: readonly Task[] = []
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
  const tasks = useQuery(projectTasksQuery(projectID))
  const ledger = useQuery(ledgerQuery(projectID, 1))
  const currency = useProjectCurrency(projectID, true)
  const people = ledger.data?.summary.people ?? nobody
  const taskList = tasks.data ?? noTasks
  const collaborators = useMemo(
    () => collaboratorsOf(members.data ?? [], taskList, people),
    [members.data, taskList, people],
  )
  // When the viewer's role cannot be read it counts as member, the role that sees least.
  const role = viewer.data?.roleInProject ?? 'member'
  const team: Team = {
    projectID,
    viewerID,
    role,
    isManager: isManager(role),
    collaborators,
    tasks: tasks.data ?? null,
    isTasksCutOff: taskList.length >= BOARD_LIMIT,
    summary: ledger.data?.summary ?? null,
    currency: ledger.data?.summary.currency ?? currency,
  }
  const failed = [
    isMissing(viewer) && 'your role',
    isMissing(members) && 'collaborators',
    isMissing(tasks) && 'tasks',
    isMissing(ledger) && 'payments',
  ].filter((one) => one !== false)
  return {
    team,
    // Only the first read counts as loading: otherwise a panel that reads a failed part again would be unmounted,
    // mounted, and read it for ever.
    isLoading: [viewer, members, tasks, ledger].some(({ isFetched }) => !isFetched),
    isMembersFailed: isMissing(members),
    /** The names of the parts that could not be loaded; null when all were. */
    failed: failed.length > 0 ? inWords.format(failed) : null,
    isRetrying: viewer.isFetching || members.isFetching || tasks.isFetching || ledger.isFetching,
    retry: () => {
      for (const query of [viewer, members, tasks, ledger]) if (isMissing(query)) void query.refetch()
    },
  }
}

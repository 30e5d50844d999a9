import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BOARD_LIMIT } from '../../../shared/contract/tasks.ts'
import type { PaymentSummary, ProjectRole, Task } from '../../../shared/contract/index.ts'
import { type Collaborator, collaboratorsOf } from '../../../shared/rules/collaborators.ts'
import { isManager } from '../../../shared/rules/membership.ts'
import { membersQuery, viewerInProjectQuery } from '../../data/memberships.ts'
import { projectTasksQuery } from '../../data/tasks.ts'
import { useSession } from '../../lib/session.ts'
import { ledgerQuery } from './queries.ts'

/** A project's people as this viewer may see them. What could not be loaded is null, and never shown as zero. */
export type Team = {
  projectID: string
  viewerID: string | null
  role: ProjectRole
  isManager: boolean
  /** Empty when the members could not be loaded. */
  collaborators: readonly Collaborator[]
  tasks: readonly Task[] | null
  /** Whether there may be more tasks than one call brings. */
  isTasksCutOff: boolean
  summary: PaymentSummary | null
}

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })
const noTasks: readonly Task[] = []
const nobody: PaymentSummary['people'] = []

/** Asked for and not here: also while it is asked for again, so that what was said stays until it is mended. */
const isMissing = ({ isFetched, data }: { isFetched: boolean; data?: unknown }): boolean =>
  isFetched && data === undefined

/** Everything that several views show, and how to try again what failed. */
export const useTeam = (projectID: string) => {
  const viewerID = useSession((session) => session.userID)
  const viewer = useQuery(viewerInProjectQuery(projectID))
  const members = useQuery(membersQuery(projectID))
  const tasks = useQuery(projectTasksQuery(projectID))
  const ledger = useQuery(ledgerQuery(projectID, 1))
  const people = ledger.data?.summary.people ?? nobody
  const taskList = tasks.data ?? noTasks
  const collaborators = useMemo(
    () => collaboratorsOf(members.data ?? [], taskList, people),
    [members.data, taskList, people],
  )
  // A failed check of one's role counts as member: that role sees least.
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
  }
  const failed = [
    isMissing(viewer) && 'your role',
    isMissing(members) && 'collaborators',
    isMissing(tasks) && 'tasks',
    isMissing(ledger) && 'payments',
  ].filter((one) => one !== false)
  return {
    team,
    // A panel that asks again for what failed is no loading: it would go, come back, and ask for ever.
    isLoading: [viewer, members, tasks, ledger].some(({ isFetched }) => !isFetched),
    isMembersFailed: isMissing(members),
    /** What could not be loaded, in words; null when everything was. */
    failed: failed.length > 0 ? inWords.format(failed) : null,
    isRetrying: viewer.isFetching || members.isFetching || tasks.isFetching || ledger.isFetching,
    retry: () => {
      for (const query of [viewer, members, tasks, ledger]) if (isMissing(query)) void query.refetch()
    },
  }
}

import { toAccountType } from '#shared/rules/account.ts'
import { isManager } from '#shared/rules/membership.ts'
import { isArchived, projectStatus } from '#shared/rules/statuses.ts'
import { query } from '#data/query.ts'
import { today } from '#lib/format.ts'

/** Whether the viewer is a creator, whatever their mode. Asked once a session. */
export const isCreatorQuery = () =>
  query('users.details', {}, { select: ({ data }) => toAccountType(data.type) === 'creator' })

/** The projects that the viewer owns or administers, but for archived ones. */
export const managedProjectsQuery = () =>
  query(
    'users.projects',
    {},
    { select: ({ data }) => data.filter((project) => isManager(project.role) && !isArchived(project)) },
  )

const overStatuses: readonly number[] = [projectStatus.completed, projectStatus.rejected]

/**
 * The viewer's own projects that a person can be invited to: not over, and none that they are known to be in. People
 * can be invited to a draft before it is published.
 */
export const invitableProjectsQuery = (joined: readonly string[]) =>
  query(
    'projects.owned',
    { query: { today: today() } },
    {
      select: ({ data }) => ({
        hasNone: data.length === 0,
        projects: data.filter(
          (project) => !isArchived(project) && !overStatuses.includes(project.status) && !joined.includes(project.id),
        ),
      }),
    },
  )

import { queryOptions } from '@tanstack/react-query'
import { toAccountType } from '../../../shared/rules/account.ts'
import { projectStatus } from '../../../shared/rules/statuses.ts'
import { api } from '../../lib/api.ts'
import { ownedProjectsQuery } from '../../lib/owned-projects-query.ts'

/** Whether the viewer is a creator, in whichever mode they are. Asked once a session. */
export const isCreatorQuery = (viewerID: string | null) =>
  queryOptions({
    queryKey: ['users.details', viewerID] as const,
    queryFn: async ({ signal }) => toAccountType((await api.users.details({}, { signal })).data.type) === 'creator',
  })

/** The viewer's own projects that people can be invited to: neither archived nor rejected. */
export const invitableProjectsQuery = (viewerID: string | null) =>
  queryOptions({
    ...ownedProjectsQuery(viewerID),
    select: ({ data }) => data.filter(({ archivedAt, status }) => !archivedAt && status !== projectStatus.rejected),
  })

import { queryOptions } from '@tanstack/react-query'
import type { ProjectListItem } from '../../shared/contract/index.ts'
import { api } from './api.ts'
import { rowsOf } from './listed.ts'

/** The projects that the viewer owns, drafts and archived ones too; here because several features read and change them. */
export const ownedProjectsQuery = (viewerID: string | null) =>
  queryOptions({
    queryKey: ['projects.owned', viewerID] as const,
    queryFn: ({ signal }) => api.projects.owned({}, { signal }),
    select: rowsOf<ProjectListItem>,
  })

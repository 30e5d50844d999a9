import type { ProjectDetails } from '../../../shared/contract/index.ts'
import { projectStatusLabel } from '../../../shared/rules/statuses.ts'
import { workspaceTierLabel } from '../../../shared/rules/tiers.ts'
import { formatDate } from '../../lib/format.ts'

/** In place of what could not be loaded (specification 2, section 2). */
export const NOT_LOADED = 'Loading...'
/** In place of what there is none of. */
export const NONE = '—'

/** A project's own words as the workspace shows them; placeholders while there is no project. */
export const projectTexts = (project: ProjectDetails | undefined) => {
  if (!project)
    return {
      name: NOT_LOADED,
      organization: NOT_LOADED,
      status: NOT_LOADED,
      tier: NOT_LOADED,
      created: NOT_LOADED,
      updated: NOT_LOADED,
    }
  return {
    name: project.title,
    organization: project.organizationName ?? project.client ?? NONE,
    status: projectStatusLabel(project, 'workspace'),
    tier: workspaceTierLabel(project.tier),
    created: formatDate(project.createdAt) ?? NONE,
    updated: formatDate(project.updatedAt) ?? NONE,
  }
}

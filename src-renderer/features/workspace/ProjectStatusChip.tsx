import Chip from '@mui/material/Chip'
import type { ProjectDetails } from '../../../shared/contract/index.ts'
import { isArchived, openProjectStatuses, projectStatus, projectStatusLabel } from '../../../shared/rules/statuses.ts'

/** Open projects carry the accent, a finished one is green, a rejected one red; drafts and archived ones stay quiet. */
const colorOf = (project: Pick<ProjectDetails, 'status' | 'archivedAt'>) => {
  if (isArchived(project)) return 'default'
  if (openProjectStatuses.includes(project.status)) return 'primary'
  if (project.status === projectStatus.completed) return 'success'
  return project.status === projectStatus.rejected ? 'error' : 'default'
}

/** A project's status in the workspace's words. */
export const ProjectStatusChip = ({ project }: { project: Pick<ProjectDetails, 'status' | 'archivedAt'> }) => (
  <Chip
    size="small"
    variant="outlined"
    color={colorOf(project)}
    label={projectStatusLabel(project, 'workspace')}
    sx={{ flex: 'none' }}
  />
)

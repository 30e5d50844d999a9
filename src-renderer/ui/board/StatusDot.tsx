import { Box } from '@mui/material'
import {
  creatorApplicationStatusLabel,
  type isArchived,
  projectStatusLabel,
  requestStatusLabel,
  taskStatusLabel,
} from '#shared/rules/statuses.ts'
import { type StatusTone, creatorApplicationTone, projectTone, requestTone, taskTone } from './status-tones.ts'
import { radius } from '../look/tokens.ts'

/** A status: its word, and a coloured dot by which it is seen at a glance. */
export const StatusDot = ({ tone, label }: { tone: StatusTone; label: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
    <StatusMark tone={tone} />
    {label}
  </Box>
)

/** The dot alone, for a heading that has the word already. */
export const StatusMark = ({ tone: { colour, isHollow = false } }: { tone: StatusTone }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      flex: 'none',
      width: 8,
      height: 8,
      borderRadius: radius.circle,
      border: '2px solid',
      borderColor: colour,
      bgcolor: isHollow ? 'transparent' : colour,
    }}
  />
)

export const TaskStatusDot = ({ status }: { status: number }) => (
  <StatusDot tone={taskTone(status)} label={taskStatusLabel(status)} />
)

type ProjectState = Parameters<typeof isArchived>[0]
/** The status of a project; `where` chooses between the words of the owner dashboard and of the workspace. */
export const ProjectStatusDot = ({ project, where }: { project: ProjectState; where: 'dashboard' | 'workspace' }) => (
  <StatusDot tone={projectTone(project)} label={projectStatusLabel(project, where)} />
)

/** The status of a request. */
export const RequestStatusDot = ({ status }: { status: number }) => (
  <StatusDot tone={requestTone(status)} label={requestStatusLabel(status)} />
)

/** The status of a creator application. */
export const CreatorApplicationStatusDot = ({ status }: { status: number }) => (
  <StatusDot tone={creatorApplicationTone(status)} label={creatorApplicationStatusLabel(status)} />
)

/** Whether a member was active lately. */
export const ActivityDot = ({ status }: { status: 'Active' | 'Inactive' }) => (
  <StatusDot tone={{ colour: status === 'Active' ? 'success.main' : 'text.disabled' }} label={status} />
)

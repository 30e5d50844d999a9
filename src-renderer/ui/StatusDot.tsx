import Box from '@mui/material/Box'
import {
  creatorApplicationStatusLabel,
  type isArchived,
  projectStatusLabel,
  requestStatusLabel,
  taskStatusLabel,
} from '../../shared/rules/statuses.ts'
import { type StatusTone, creatorApplicationTone, projectTone, requestTone, taskTone } from './status-tones.ts'
import { radius } from './tokens.ts'

/** A status anywhere: a dot, decoration by which it is known at a glance, and its word. */
export const StatusDot = ({ tone, label }: { tone: StatusTone; label: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
    <StatusMark tone={tone} />
    {label}
  </Box>
)

/** The dot alone, for a heading that holds the word already. */
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
/** `where` chooses the words: the owner dashboard's or the workspace's. */
export const ProjectStatusDot = ({ project, where }: { project: ProjectState; where: 'dashboard' | 'workspace' }) => (
  <StatusDot tone={projectTone(project)} label={projectStatusLabel(project, where)} />
)

/** An application to a project or an invitation to one. */
export const RequestStatusDot = ({ status }: { status: number }) => (
  <StatusDot tone={requestTone(status)} label={requestStatusLabel(status)} />
)

/** An application to become a creator. */
export const CreatorApplicationStatusDot = ({ status }: { status: number }) => (
  <StatusDot tone={creatorApplicationTone(status)} label={creatorApplicationStatusLabel(status)} />
)

/** Whether a member did something lately. */
export const ActivityDot = ({ status }: { status: 'Active' | 'Inactive' }) => (
  <StatusDot tone={{ colour: status === 'Active' ? 'success.main' : 'text.disabled' }} label={status} />
)

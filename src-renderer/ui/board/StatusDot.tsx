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

/** A status: its word, and a mark by which it is seen at a glance. */
export const StatusDot = ({ tone, label }: { tone: StatusTone; label: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
    <StatusMark tone={tone} />
    {label}
  </Box>
)

const STRUCK = 'linear-gradient(135deg, transparent 40%, currentColor 0 60%, transparent 0)'
const filledBy = (share: number) => `conic-gradient(currentColor ${share * 360}deg, transparent 0)`

/** The mark alone, for a heading that has the word already. */
export const StatusMark = ({ tone }: { tone: StatusTone }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      flex: 'none',
      width: 12,
      height: 12,
      boxSizing: 'border-box',
      p: '1.5px',
      borderRadius: radius.circle,
      border: `1.5px ${tone.isDashed ? 'dashed' : 'solid'} currentColor`,
      color: tone.isBad ? 'error.main' : tone.isFaint ? 'text.disabled' : 'text.secondary',
      // A whole disc has no ring around it.
      background: tone.share === 1 ? 'currentColor' : `${tone.isStruck ? STRUCK : filledBy(tone.share)} content-box`,
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
  <StatusDot tone={status === 'Active' ? { share: 1 } : { share: 0, isFaint: true }} label={status} />
)

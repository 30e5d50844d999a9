import { Typography } from '@mui/material'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { weight } from '#ui/look/tokens.ts'
import type { RequestDirection } from '../data/use-collaborators-view.ts'

const isWaiting = ({ status }: ProjectRequest) => status === requestStatus.pending
const waitingText = { received: 'Needs you', sent: 'Waiting for an answer' } as const

type RequestGroupProps = {
  rows: readonly ProjectRequest[]
  /** What is counted, where rows keep a place that they have no more. */
  counted?: readonly ProjectRequest[]
  at: number
  direction: RequestDirection
}

/**
 * The heading above the row at this place, where a group of a sorted list begins: those that wait for an answer, and those
 * that have one. Nothing above all other rows.
 */
export const RequestGroup = ({ rows, counted = rows, at, direction }: RequestGroupProps) => {
  const [row, before] = [rows[at], rows[at - 1]]
  if (!row || (before && isWaiting(before) === isWaiting(row))) return null
  const count = counted.filter((one) => isWaiting(one) === isWaiting(row)).length
  return (
    <Typography
      variant="body2"
      component="h3"
      className="tabular"
      sx={{ py: 1, fontWeight: weight.semibold, color: 'text.secondary' }}
    >
      {isWaiting(row) ? waitingText[direction] : 'Answered'} · {count}
    </Typography>
  )
}

/**
 * The heading above the row at this place, where the applications to a task begin: the task, and how many apply for it.
 * Nothing above other rows.
 */
export const TaskGroup = ({ rows, at }: Pick<RequestGroupProps, 'rows' | 'at'>) => {
  const [row, before] = [rows[at], rows[at - 1]]
  const task = row?.task
  if (!row || !task || (before?.task?.id === task.id && isWaiting(before) === isWaiting(row))) return null
  const count = rows.filter((one) => one.task?.id === task.id && isWaiting(one) === isWaiting(row)).length
  return (
    <Typography
      variant="body2"
      component="h4"
      dir="auto"
      className="tabular"
      sx={{ px: 2, pt: 1.25, fontWeight: weight.semibold, overflowWrap: 'anywhere' }}
    >
      Task #{task.taskId} · {task.title} · {count}
    </Typography>
  )
}

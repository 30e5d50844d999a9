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

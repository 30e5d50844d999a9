import { Box, Link as TextLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { query } from '#data/query.ts'
import { moneyText } from '#lib/amounts.ts'
import { paths } from '#lib/paths.ts'
import { size } from '#ui/look/tokens.ts'

/** The sums of what was paid for the task; a member's are what was paid to them. */
const paidForTaskQuery = ({ projectID, id }: Task, isWanted: boolean) =>
  query(
    'payments.list',
    { params: { id: projectID }, query: { taskID: id, page: 1, limit: 1 } },
    { select: ({ periodSums }) => periodSums ?? [], enabled: isWanted },
  )

const line = {
  flex: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 1,
  px: 3,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
  fontSize: size.small,
} as const

/** What the ledger says was paid for the task, and the way to record more for those who may. */
export const PaidForTask = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const {
    data: sums,
    isError,
    isFetching,
    refetch,
  } = useQuery(paidForTaskQuery(task, useCapability('taskPayments', true)))
  const mayPay = isManager(role)
  if (!sums && isError)
    return (
      <Box role="alert" sx={{ ...line, color: 'text.secondary' }}>
        What was paid could not be loaded.
        <TextLink component="button" type="button" onClick={() => void refetch()} disabled={isFetching}>
          Retry
        </TextLink>
      </Box>
    )
  if (!sums || (sums.length === 0 && !mayPay)) return null
  return (
    <Box sx={line}>
      <span className="tabular">
        {sums.length === 0
          ? 'Nothing paid yet'
          : `${mayPay ? 'Paid' : 'Paid to you'}: ${sums.map((sum) => moneyText(sum.currency, sum.paidCents)).join(' and ')}`}
      </span>
      {mayPay && (
        <TextLink component={Link} to={paths.payForTask(task.projectID, task.id)}>
          Record a payment
        </TextLink>
      )}
    </Box>
  )
}

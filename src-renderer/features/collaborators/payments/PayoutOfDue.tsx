import { Alert, Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Due } from '#shared/contract/dues.ts'
import { nameOf } from '#shared/rules/person.ts'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { errorText } from '#lib/query-client.ts'
import { formatDate } from '#lib/format.ts'

const methods = { bank: 'Bank', account: 'Account elsewhere', cash: 'Cash', other: 'Something else' } as const

/** How the person is paid: read only when it is asked for, since each reading is noted for them. Nothing of it is kept. */
export const PayoutOfDue = ({ due }: { due: Due }) => {
  const isThere = useCapability('payouts', true)
  const [isAsked, setIsAsked] = useState(false)
  const params = { id: due.project.id, taskID: due.taskID }
  const { data, error, isFetching } = useQuery(
    query(
      'payout.ofDue',
      { params },
      { select: dataOf, retry: false, enabled: isThere && isAsked, gcTime: 0, staleTime: Infinity },
    ),
  )
  if (!isThere) return null
  const name = nameOf(due.person)
  if (data)
    return (
      <Box role="status" aria-label={`How ${name} is paid`}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {methods[data.method]}, since {formatDate(data.changedAt)}
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{data.details}</Typography>
      </Box>
    )
  if (error) return <Alert severity="info">{errorText(error, 'Failed to load the payout details')}</Alert>
  return (
    <Box>
      <Button size="small" variant="outlined" loading={isFetching} onClick={() => setIsAsked(true)}>
        Show how to pay {name}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {name} sees that you have read it.
      </Typography>
    </Box>
  )
}

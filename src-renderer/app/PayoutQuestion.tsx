import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatch } from 'react-router-dom'
import { useCapability } from '../data/capabilities.ts'
import { dataOf, query } from '../data/query.ts'
import { useCall } from '../data/use-call.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'

/** Asks who is owed something how they are paid; closed, it comes again after a day, whatever device was used. */
export const PayoutQuestion = () => {
  const isSignedIn = useSession(({ userID }) => userID !== null)
  const isThere = useCapability('payouts', isSignedIn)
  const { data } = useQuery(query('payout.own', {}, { select: dataOf, retry: false, enabled: isThere }))
  const close = useCall('payout.closeQuestion', { input: () => ({ body: {} }) })
  // The page that it leads to needs no such question.
  const isThereAlready = useMatch(paths.settings('payout')) !== null
  if (isThereAlready || !data?.asks || close.isPending || close.isSuccess) return null
  return (
    <Alert
      severity="info"
      role="status"
      data-print="none"
      sx={{ borderRadius: 0, px: { xs: 2, md: 3 }, alignItems: 'center' }}
      onClose={() => close.mutate()}
    >
      Something is owed to you, and nobody knows how to pay you.{' '}
      <Button
        color="inherit"
        size="small"
        component={Link}
        to={paths.settings('payout')}
        onClick={() => close.mutate()}
      >
        Say how to be paid
      </Button>
    </Alert>
  )
}

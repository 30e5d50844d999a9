import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { rewardQuery } from '#data/rewards.ts'
import { useSession } from '#lib/session.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { MissingDialog } from '#parts/payments/MissingDialog.tsx'

/** Lets who was paid for a task, by the record of its project, say that nothing arrived. For others nothing. */
export const NothingArrived = ({ task }: { task: Task }) => {
  const { data: reward } = useQuery(rewardQuery(task.id, useCapability('rewards', true)))
  const userID = useSession((session) => session.userID)
  const [isSaying, setIsSaying] = useState(false)
  if (!reward?.paymentID || reward.state !== 'recorded' || reward.holder?.id !== userID) return null
  return (
    <Box
      component="section"
      aria-label="Your payment"
      sx={{ display: 'grid', gap: 1, justifyItems: 'start', px: 3, py: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Your payment was recorded. If it has not arrived, say so: what was owed is due again.
      </Typography>
      <Box sx={{ ml: -0.75 }}>
        <NetworkButton size="small" color="inherit" onClick={() => setIsSaying(true)}>
          Nothing arrived
        </NetworkButton>
      </Box>
      {isSaying && <MissingDialog paymentID={reward.paymentID} onClose={() => setIsSaying(false)} />}
    </Box>
  )
}

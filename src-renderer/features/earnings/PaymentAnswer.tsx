import { Box, Typography } from '@mui/material'
import { useState } from 'react'
import { OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { MissingDialog } from '#parts/payments/MissingDialog.tsx'
import { useConfirmPayment } from '#parts/payments/use-confirm-payment.ts'

/** Lets who was paid say that it arrived, or that nothing did; also for what was paid in parts, in bulk or without a task. */
export const PaymentAnswer = ({ paymentID }: { paymentID: string }) => {
  const [isSaying, setIsSaying] = useState(false)
  const { mutate, isPending } = useConfirmPayment()
  return (
    <Box
      component="section"
      aria-label="Did it arrive?"
      data-print="none"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
    >
      <Typography sx={{ flexBasis: '100%' }}>
        Did it arrive? If you say nothing, it counts as arrived after {OBJECTION_DAYS} days.
      </Typography>
      <NetworkButton variant="contained" loading={isPending} onClick={() => mutate(paymentID)}>
        It arrived
      </NetworkButton>
      <NetworkButton variant="outlined" onClick={() => setIsSaying(true)}>
        Nothing arrived
      </NetworkButton>
      {isSaying && <MissingDialog paymentID={paymentID} onClose={() => setIsSaying(false)} />}
    </Box>
  )
}

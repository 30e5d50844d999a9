import { Box, Typography } from '@mui/material'
import { useState } from 'react'
import { OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import { useCall } from '#data/use-call.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { asSentence, errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { MissingDialog } from '#parts/payments/MissingDialog.tsx'

/** Lets who was paid say that it arrived, or that nothing did; also for what was paid in parts, in bulk or without a task. */
export const PaymentAnswer = ({ paymentID }: { paymentID: string }) => {
  const [isSaying, setIsSaying] = useState(false)
  const keyOf = useKeyOfTry()
  const { mutate, isPending } = useCall('payments.confirm', {
    input: () => ({ params: { id: paymentID }, body: { idempotencyKey: keyOf(paymentID) } }),
    onSuccess: () => toast('Confirmed.', 'success'),
    onError: (error: Error) => toast(asSentence(errorText(error, 'That could not be done')), 'error'),
    isStaleAfter: () => true,
  })
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
      <NetworkButton variant="contained" loading={isPending} onClick={() => mutate(undefined)}>
        It arrived
      </NetworkButton>
      <NetworkButton variant="outlined" onClick={() => setIsSaying(true)}>
        Nothing arrived
      </NetworkButton>
      {isSaying && <MissingDialog paymentID={paymentID} onClose={() => setIsSaying(false)} />}
    </Box>
  )
}

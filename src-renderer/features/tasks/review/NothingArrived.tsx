import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REQUIRED_TEXT, type Task } from '#shared/contract/index.ts'
import { MISSING_TEXT_MAX } from '#shared/contract/payments.ts'
import { useCapability } from '#data/capabilities.ts'
import { rewardQuery } from '#data/rewards.ts'
import { useCall } from '#data/use-call.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { errorText } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { confirmDiscard } from '#lib/unsaved-changes.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkButton, NetworkFormButtons } from '#parts/network/NetworkButton.tsx'

const MissingDialog = ({ paymentID, onClose }: { paymentID: string; onClose: () => void }) => {
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const keyOf = useKeyOfTry()
  const { mutate, isPending, error } = useCall('payments.missing', {
    input: (said: string) => ({ params: { id: paymentID }, body: { text: said, idempotencyKey: keyOf(said) } }),
    onSuccess: () => {
      toast('It is due again, and owners and admins know.', 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  const problem = text.trim() === '' ? REQUIRED_TEXT : undefined
  const send = () => {
    setIsChecked(true)
    if (!problem) mutate(text.trim())
  }
  const leave = async () => {
    if (text.trim() === '' || (await confirmDiscard())) onClose()
  }
  return (
    <FormDialog title="Nothing arrived" isOpen onClose={() => void leave()} maxWidth="xs">
      <DialogForm
        onSubmit={send}
        actions={
          <NetworkFormButtons onCancel={() => void leave()} isPending={isPending}>
            Send
          </NetworkFormButtons>
        }
      >
        {error && <Alert severity="error">{errorText(error, 'Failed to send this')}</Alert>}
        <Field
          label="What should owners and admins know?"
          required
          multiline
          minRows={3}
          maxRows={10}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isChecked ? problem : undefined}
          hint={<CharacterCount count={text.length} max={MISSING_TEXT_MAX} />}
          inputProps={{ maxLength: MISSING_TEXT_MAX }}
        />
      </DialogForm>
    </FormDialog>
  )
}

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

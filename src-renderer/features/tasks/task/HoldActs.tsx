import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Claim, CLAIM_REASON_MAX } from '#shared/contract/claims.ts'
import { REQUIRED_TEXT, type Task } from '#shared/contract/index.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { useCapability } from '#data/capabilities.ts'
import { rewardQuery } from '#data/rewards.ts'
import { useCall } from '#data/use-call.ts'
import { formatDate, formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkButton, NetworkFormButtons } from '#parts/network/NetworkButton.tsx'

const words = {
  extend: {
    call: 'claims.extend',
    title: 'Ask for more time',
    button: 'Extend',
    reason: 'Why do you need it?',
    done: 'You have more time.',
    failed: 'Failed to extend',
  },
  giveBack: {
    call: 'claims.giveBack',
    title: 'Give the task back',
    button: 'Give back',
    reason: 'Why? (optional)',
    done: 'You have given the task back.',
    failed: 'Failed to give the task back',
  },
  takeBack: {
    call: 'claims.takeBack',
    title: 'Take the task back',
    button: 'Take back',
    reason: 'Why?',
    done: 'Nobody has the task now.',
    failed: 'Failed to take the task back',
  },
} as const
type HoldAct = keyof typeof words

type SheetProps = { act: HoldAct; claimID: string; note: string; onClose: () => void }

/** Asks for the reason of an act on a claim, and does it. */
export const HoldSheet = ({ act, claimID, note, onClose }: SheetProps) => {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const text = words[act]
  const { mutate, isPending, error } = useCall(text.call, {
    input: (given: string) => ({ params: { id: claimID }, body: given === '' ? {} : { reason: given } }),
    onSuccess: () => {
      toast(text.done, 'success')
      onClose()
    },
    isStaleAfter: () => true,
  })
  const send = () => {
    const given = reason.trim()
    if (act !== 'giveBack' && given === '') return setProblem(REQUIRED_TEXT)
    setProblem(given.length > CLAIM_REASON_MAX ? `A reason has at most ${CLAIM_REASON_MAX} characters.` : undefined)
    if (given.length <= CLAIM_REASON_MAX) mutate(given)
  }
  return (
    <FormDialog title={text.title} isOpen onClose={onClose} maxWidth="xs">
      <DialogForm
        onSubmit={send}
        actions={
          <NetworkFormButtons onCancel={onClose} isPending={isPending}>
            {text.button}
          </NetworkFormButtons>
        }
      >
        <Typography>{note}</Typography>
        {error && (
          <Alert severity="error" variant="outlined">
            {errorText(error, text.failed)}
          </Alert>
        )}
        <Field
          label={text.reason}
          multiline
          minRows={2}
          autoFocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={problem}
          hint={<CharacterCount count={reason.length} max={CLAIM_REASON_MAX} />}
        />
      </DialogForm>
    </FormDialog>
  )
}

/** Until when the task is its holder's, and what they may do about it: take more time, once, or give it back. */
export const HoldActs = ({ task, claim, isGuest = false }: { task: Task; claim: Claim; isGuest?: boolean }) => {
  const [act, setAct] = useState<'extend' | 'giveBack' | null>(null)
  const { data: reward } = useQuery(rewardQuery(task.id, useCapability('rewards', true)))
  const { state, leaseUntil, firstHandInAt, extendedAt, terms } = claim
  // While a dispute is open, time stops and nobody gives the task back.
  if (state !== 'active' || reward?.state === 'disputed') return null
  const mayReturn = typeof task.openRound !== 'number'
  const longer =
    leaseUntil !== null && terms.leaseDays !== null && firstHandInAt === null && extendedAt === null
      ? formatDate(daysAfter(new Date(leaseUntil), terms.leaseDays).toISOString())
      : null
  if (!mayReturn && longer === null) return null
  return (
    <Box component="section" aria-label="Your time" sx={{ display: 'grid', gap: 1 }}>
      <Typography variant={isGuest ? 'h3' : 'h4'} component={isGuest ? 'h2' : 'h3'}>
        Your time
      </Typography>
      {leaseUntil !== null && (
        <Typography variant="body2">
          The task is yours until {formatMoment(leaseUntil)}
          {extendedAt !== null && ', with the time that you asked for'}.
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {longer !== null && (
          <NetworkButton size="small" variant="outlined" onClick={() => setAct('extend')}>
            Ask for more time
          </NetworkButton>
        )}
        {mayReturn && (
          <NetworkButton size="small" color="inherit" onClick={() => setAct('giveBack')}>
            Give the task back
          </NetworkButton>
        )}
      </Box>
      {act && (
        <HoldSheet
          act={act}
          claimID={claim.id}
          note={
            act === 'extend'
              ? `The task is then yours until ${longer ?? ''}. You can do this once; owners and admins read why.`
              : isGuest
                ? 'It is open again, and you read no more of it than what you wrote and handed in.'
                : 'Nobody has it then, and others can take it.'
          }
          onClose={() => setAct(null)}
        />
      )}
    </Box>
  )
}

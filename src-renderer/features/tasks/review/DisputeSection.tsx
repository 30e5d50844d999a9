import { Box, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import type { Dispute } from '#shared/contract/disputes.ts'
import type { Due } from '#shared/contract/dues.ts'
import type { Claim, Task } from '#shared/contract/index.ts'
import { ADMINISTRATORS_LATE, disputeReasonLabels, disputeStateLabels, waitsForText } from '#shared/rules/disputes.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardAmount } from '#lib/amounts.ts'
import { useCapability } from '#data/capabilities.ts'
import { ownDuesQuery, rewardQuery } from '#data/rewards.ts'
import { useCall } from '#data/use-call.ts'
import { confirm } from '#lib/confirm.ts'
import { formatMoment } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { weight } from '#ui/look/tokens.ts'
import { disputeQuery, ownDisputesQuery } from '#parts/disputes/queries.ts'
import { Statements } from '#parts/disputes/Statements.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'

const DisputeDialog = lazyPart(async () => (await import('./DisputeDialog.tsx')).DisputeDialog)

const headOf = (dispute: Dispute): string => {
  const { state, by, isLate } = dispute
  const waits = by === null ? '' : ` Waits for: ${waitsForText(dispute)}, until ${formatMoment(by)}.`
  return `${disputeStateLabels[state]}.${waits}${isLate ? ` ${ADMINISTRATORS_LATE}` : ''}`
}

const Whole = ({ dispute, onState }: { dispute: Dispute; onState: () => void }) => {
  const withdraw = useCall('disputes.withdraw', {
    input: () => ({ params: { id: dispute.id }, body: {} }),
    onSuccess: () => void toast('The dispute is withdrawn.', 'success'),
    onError: (error) => void toast(errorText(error, 'Failed to withdraw the dispute'), 'error'),
    isStaleAfter: () => true,
  })
  const ask = async () => {
    const question = {
      title: 'Withdraw the dispute?',
      text: 'All goes on with the time that was left. There can be no second dispute about this.',
      confirmLabel: 'Withdraw',
      isDangerous: true,
    }
    if (await confirm(question)) withdraw.mutate()
  }
  const { readings, currency } = dispute
  return (
    <>
      <Typography variant="body2" role="status" sx={{ fontWeight: weight.semibold }}>
        {headOf(dispute)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {disputeReasonLabels[dispute.reason]}. Asked for: {rewardAmount(dispute.askCents, currency)} of{' '}
        {rewardAmount(dispute.mostCents, currency)}.
      </Typography>
      <Statements dispute={dispute} />
      {readings[0] && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Read by {nameOf(readings[0])} on {formatMoment(readings[0].at)}
          {readings.length === 2 && ', and once before'}
          {readings.length > 2 && `, and ${readings.length - 1} times before`}.
        </Typography>
      )}
      {(dispute.mayState || dispute.mayWithdraw) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -0.75 }}>
          {dispute.mayState && (
            <NetworkButton size="small" onClick={onState}>
              Say what happened
            </NetworkButton>
          )}
          {dispute.mayWithdraw && (
            <NetworkButton size="small" color="inherit" loading={withdraw.isPending} onClick={() => void ask()}>
              Withdraw the dispute
            </NetworkButton>
          )}
        </Box>
      )}
    </>
  )
}

type DisputeOfProps = {
  /** The dispute; null where one can be opened. */
  id: string | null
} & Pick<ComponentProps<typeof DisputeDialog>, 'task' | 'ask' | 'most' | 'isUnpaid' | 'currency'>
const DisputeOf = ({ task, id, ask, most, isUnpaid, currency }: DisputeOfProps) => {
  const { data: dispute, error, isFetching, refetch } = useQuery(disputeQuery(id))
  const [asked, setAsked] = useState<'open' | 'state' | null>(null)
  return (
    <Box
      component="section"
      aria-label="Dispute"
      sx={{
        display: 'grid',
        gap: 1,
        justifyItems: 'stretch',
        gridTemplateColumns: 'minmax(0, 1fr)',
        px: 3,
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h3" component="h3">
        Dispute
      </Typography>
      {id === null ? (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            If you cannot agree, an administrator rules what is owed. Once about this task.
          </Typography>
          <Box sx={{ ml: -0.75 }}>
            <NetworkButton size="small" onClick={() => setAsked('open')}>
              Open a dispute
            </NetworkButton>
          </Box>
        </>
      ) : dispute ? (
        <Whole dispute={dispute} onState={() => setAsked('state')} />
      ) : (
        <Typography variant="body2" role={error ? 'alert' : 'status'} sx={{ color: 'text.secondary' }}>
          {error ? 'The dispute could not be loaded. ' : 'Loading the dispute…'}
          {error && (
            <TextLink component="button" type="button" onClick={() => void refetch()} disabled={isFetching}>
              Retry
            </TextLink>
          )}
        </Typography>
      )}
      {asked && (
        <Suspense>
          <DisputeDialog
            task={task}
            disputeID={asked === 'state' ? id : null}
            ask={ask}
            most={most}
            isUnpaid={isUnpaid}
            currency={currency}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </Box>
  )
}

const useIsWanted = () => useCapability('disputes', useCapability('rewards', true))

/** The dispute about a task, for its two sides: opening it, saying what happened, and reading the ruling. */
export const DisputeSection = ({ task }: { task: Task }) => {
  const isWanted = useIsWanted()
  const { data: reward } = useQuery(rewardQuery(task.id, isWanted))
  const id = reward?.disputeID ?? null
  if (!isWanted || !reward || (id === null && !reward.mayDispute)) return null
  const { state, blocker, mostCents, terms } = reward
  return (
    <DisputeOf
      task={task}
      id={id}
      ask={mostCents ?? terms.amountCents ?? 0}
      most={mostCents}
      isUnpaid={state === 'late' || blocker?.what === 'missing'}
      currency={terms.currency ?? 'USD'}
    />
  )
}

const isUnpaid = ({ isLate, reward }: Due): boolean => isLate || reward?.blocker.what === 'missing'

/** The same for who has finished a task and may not read it any more: they can still open a dispute once they wait for their money. */
export const DisputeOfLost = ({ claim: { id: claimID, taskID } }: { claim: Pick<Claim, 'id' | 'taskID'> }) => {
  const isWanted = useIsWanted()
  const own = useQuery(ownDisputesQuery(isWanted))
  const owed = useQuery(ownDuesQuery(isWanted))
  const [{ data: disputes }, { data: dues }] = [own, owed]
  const error = own.error ?? owed.error
  if (error)
    return (
      <ErrorState
        title={errorText(error, 'Failed to load what you are owed')}
        onRetry={() => void Promise.all([own.refetch(), owed.refetch()])}
        isRetrying={own.isFetching || owed.isFetching}
      />
    )
  const dispute = disputes?.find((row) => row.claimID === claimID)
  const due = dues?.owedToMe.find((row) => row.claimID === claimID && isUnpaid(row))
  if (!dispute && !(disputes && due)) return null
  const { amountCents = 0, currency = 'USD' } = due ?? {}
  const id = dispute?.id ?? null
  return <DisputeOf task={{ id: taskID }} id={id} ask={amountCents} most={null} isUnpaid currency={currency} />
}

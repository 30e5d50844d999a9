import { Box, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ProjectRole, RewardOfTask, Task } from '#shared/contract/index.ts'
import type { Proposal } from '#shared/contract/proposals.ts'
import { isManager } from '#shared/rules/membership.ts'
import { nameOf } from '#shared/rules/person.ts'
import { MANY_CHANGES, mayPropose, proposalEndLabels } from '#shared/rules/proposals.ts'
import { rewardAmount } from '#lib/amounts.ts'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { rewardQuery } from '#data/rewards.ts'
import { useCall } from '#data/use-call.ts'
import { confirm } from '#lib/confirm.ts'
import { formatDate } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { errorText } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { Quote } from '#ui/text/Quote.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { submissionsQuery } from './review-queries.ts'

const ProposalDialog = lazyPart(async () => (await import('./ProposalDialog.tsx')).ProposalDialog)

const proposalsQuery = (claimID: string | null) =>
  query('proposals.list', { params: { id: claimID ?? '' } }, { select: dataOf, enabled: claimID !== null })

const amountOf = ({ amountCents, currency }: Proposal) => rewardAmount(amountCents, currency)

type Answer = 'accept' | 'refuse' | 'withdraw'
const answered: Readonly<Record<Answer, string>> = {
  accept: 'You have agreed.',
  refuse: 'You have refused.',
  withdraw: 'The proposal is withdrawn.',
}

/** The proposal that waits, and what the viewer's side can answer. */
const Open = ({ proposal, isOwn, by }: { proposal: Proposal; isOwn: boolean; by: string }) => {
  const amount = amountOf(proposal)
  const answer = useCall((act: Answer) => `proposals.${act}` as const, {
    input: () => ({ params: { id: proposal.id }, body: {} }),
    onSuccess: (_, act) => void toast(answered[act], 'success'),
    onError: (error) => void toast(errorText(error, 'The answer could not be sent'), 'error'),
    isStaleAfter: () => true,
  })
  const agree = async () => {
    const question = {
      title: `Agree to ${amount}?`,
      text: 'It takes the place of the amount that was promised, and of what is still owed. This cannot be taken back.',
      confirmLabel: 'Agree',
    }
    if (await confirm(question)) answer.mutate('accept')
  }
  const isSending = (act: Answer) => answer.isPending && answer.variables === act
  const until = formatDate(proposal.endsAt)
  return (
    <>
      <Typography variant="body2" role="status">
        {isOwn
          ? `Your side proposes ${amount}. The other side answers by ${until}.`
          : `${by} proposes ${amount}. Answer by ${until}; else all stays as it was.`}
      </Typography>
      <Quote sx={{ whiteSpace: 'pre-line' }}>{proposal.text}</Quote>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -0.75 }}>
        {isOwn ? (
          <NetworkButton size="small" loading={isSending('withdraw')} onClick={() => answer.mutate('withdraw')}>
            Withdraw the proposal
          </NetworkButton>
        ) : (
          <>
            <NetworkButton size="small" loading={isSending('accept')} onClick={() => void agree()}>
              Agree to {amount}
            </NetworkButton>
            <NetworkButton
              size="small"
              color="inherit"
              loading={isSending('refuse')}
              onClick={() => answer.mutate('refuse')}
            >
              Refuse
            </NetworkButton>
          </>
        )}
      </Box>
    </>
  )
}

/** What the holder of a task can do who was asked for changes again and again; null before that. */
const useWaysOn = (task: Task, reward: RewardOfTask | null | undefined, isHolder: boolean): string | null => {
  const hasDisputes = useCapability('disputes', true)
  const isAsked = isHolder && reward?.state === 'changes'
  const { data: rounds } = useQuery(submissionsQuery(task.id, isAsked))
  const times = rounds?.filter(({ state, authorID }) => state === 'changes' && authorID === reward?.holder?.id).length
  if (!isAsked || times === undefined || times < MANY_CHANGES) return null
  const ways = ['go on and hand in again', 'propose another amount', ...(hasDisputes ? ['open a dispute'] : [])]
  return `Changes were requested ${times} times. You can ${ways.slice(0, -1).join(', ')}${ways.length > 2 ? ',' : ''} or ${ways.at(-1)}.`
}

/** Another amount than was promised: proposing it, answering it, and what became of earlier ones. For the two sides of a task. */
export const ProposalSection = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const isWanted = useCapability('rewards', true)
  const { data: reward } = useQuery(rewardQuery(task.id, isWanted))
  const userID = useSession((session) => session.userID)
  const isHolder = reward?.holder !== null && reward?.holder?.id === userID
  const isSide = isHolder || isManager(role)
  const claimID = isSide && reward?.terms.amountCents ? reward.claimID : null
  const { data: all, error, isFetching, refetch } = useQuery(proposalsQuery(claimID))
  const waysOn = useWaysOn(task, reward, isHolder)
  // Withdrawn work is held again, and only an agreement ends such a claim.
  const isHeld = isSide && reward?.state === 'held'
  const { data: rounds } = useQuery(submissionsQuery(task.id, isHeld))
  const wasHandedIn = isHeld && (rounds?.some(({ authorID }) => authorID === reward.holder?.id) ?? false)
  const [isProposing, setIsProposing] = useState(false)
  if (!reward || claimID === null || (!all && !error)) return null
  const open = all?.find(({ state }) => state === 'open')
  const ended = all?.flatMap((one) => (one.state === 'open' ? [] : [{ ...one, state: one.state }])) ?? []
  const canPropose = (mayPropose(reward.state) || wasHandedIn) && !open && !error
  if (!error && !open && ended.length === 0 && !canPropose) return null
  return (
    <Box
      component="section"
      aria-label="Another amount"
      sx={{
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
        gridTemplateColumns: 'minmax(0, 1fr)',
        px: 3,
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h3" component="h3">
        Another amount
      </Typography>
      {error && (
        <Typography variant="body2" role="alert">
          The proposals could not be loaded.{' '}
          <TextLink component="button" type="button" onClick={() => void refetch()} disabled={isFetching}>
            Retry
          </TextLink>
        </Typography>
      )}
      {open && (
        <Open
          key={open.id}
          proposal={open}
          isOwn={open.side === (isHolder ? 'holder' : 'managers')}
          by={reward.actor ? nameOf(reward.actor) : 'The other side'}
        />
      )}
      {waysOn && <Typography variant="body2">{waysOn}</Typography>}
      {canPropose && (
        <Box sx={{ ml: -0.75 }}>
          <NetworkButton size="small" onClick={() => setIsProposing(true)}>
            Propose another amount
          </NetworkButton>
        </Box>
      )}
      {ended.length > 0 && (
        <Box component="ul" aria-label="Earlier proposals" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {ended.map((one) => (
            <Typography key={one.id} component="li" variant="body2" sx={{ color: 'text.secondary' }}>
              {amountOf(one)} · {proposalEndLabels[one.state]}
              {one.answeredAt && `, ${formatDate(one.answeredAt)}`}
            </Typography>
          ))}
        </Box>
      )}
      {isProposing && (
        <Suspense>
          <ProposalDialog
            claimID={claimID}
            currency={reward.terms.currency ?? 'USD'}
            onClose={() => setIsProposing(false)}
          />
        </Suspense>
      )}
    </Box>
  )
}

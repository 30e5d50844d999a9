import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import type { TaskOffer } from '#shared/contract/task-offer.ts'
import { isManager } from '#shared/rules/membership.ts'
import {
  aiRuleText,
  dayTerms,
  disputeTerms,
  NOT_HELD,
  offerModeText,
  rewardOrReputation,
  takersText,
} from '#shared/rules/offer-terms.ts'
import { owedCents, rewardText } from '#shared/rules/reward-money.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useCapability, useHasDisputes } from '#data/capabilities.ts'
import { rewardQuery } from '#data/rewards.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { dateLocale } from '#lib/locale.ts'
import { radius, weight } from '#ui/look/tokens.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { ChangedSince } from './ChangedSince.tsx'
import { useCloseOffer, useOfferTerms } from './offer-calls.ts'

const OfferDialog = lazyPart(async () => (await import('./OfferDialog.tsx')).OfferDialog)

type OfferSectionProps = { task: Task; role: ProjectRole }

/** What a task is worth and under which terms; owner and admin set, change and close it. */
export const OfferSection = (props: OfferSectionProps) =>
  useCapability('rewards', true) ? <OfferOfTask {...props} /> : null

const Terms = ({ offer }: { offer: TaskOffer }) => {
  const days = [...dayTerms(offer), ...disputeTerms(offer, useHasDisputes())]
  return (
    <>
      <Typography sx={{ fontWeight: weight.semibold }} className="tabular">
        {rewardOrReputation(offer, dateLocale)}
      </Typography>
      {offer.amountCents > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {NOT_HELD}
        </Typography>
      )}
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {[offerModeText[offer.mode], takersText(offer), ...days, aiRuleText[offer.aiRule]].join(' ')}
        {offer.skills.length > 0 && ` Skills: ${offer.skills.join(', ')}.`}
      </Typography>
    </>
  )
}

const OfferOfTask = ({ task, role }: OfferSectionProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { projectSkills, currency, isKnown } = useOfferTerms(task.projectID)
  const setting = useRef<HTMLButtonElement>(null)
  // The pressed button is gone with the offer; the next press is here.
  const close = useCloseOffer(task, projectSkills, () => setting.current?.focus())
  const offer = task.offer ?? null
  const isOver = task.status === taskStatus.completed || task.status === taskStatus.rejected
  const isDone = task.status === taskStatus.completed && isManager(role)
  const { data: reward } = useQuery(rewardQuery(task.id, isDone && offer !== null))
  const owed = isDone && reward?.claimID ? owedCents(reward) : null
  const maySet = isManager(role) && !isOver
  if (!offer && !maySet) return null
  return (
    <Box
      component="section"
      aria-label="Reward"
      sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, px: 2, py: 1.5 }}
    >
      <Typography variant="h3" component="h3" sx={{ mb: 0.5 }}>
        Reward
      </Typography>
      {offer ? (
        <Terms offer={offer} />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          None. With one, people who are not members can find and take this task.
        </Typography>
      )}
      {offer && owed !== null && owed !== offer.amountCents && (
        <Typography variant="body2" sx={{ mt: 0.5, fontWeight: weight.semibold }}>
          Agreed or ruled: {rewardText(owed, offer.currency, dateLocale)}
        </Typography>
      )}
      {offer && <ChangedSince task={task} />}
      {maySet && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -0.75 }}>
          <NetworkButton ref={setting} size="small" disabled={!isKnown} onClick={() => setIsOpen(true)}>
            {offer ? 'Change the reward' : 'Set a reward'}
          </NetworkButton>
          {offer && (
            <NetworkButton
              size="small"
              color="inherit"
              loading={close.isPending}
              disabled={!isKnown}
              onClick={() => close.mutate()}
            >
              Close the offer
            </NetworkButton>
          )}
        </Box>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <OfferDialog {...{ task, projectSkills, currency }} isOpen onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}

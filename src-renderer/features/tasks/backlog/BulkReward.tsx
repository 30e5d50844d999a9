import { Suspense, useState } from 'react'
import type { ProjectRole } from '#shared/contract/index.ts'
import type { BulkChange } from '#shared/contract/task-bulk.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { toast } from '#lib/toast.ts'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'

const OfferOfMany = lazyPart(async () => (await import('../offer/OfferOfMany.tsx')).OfferOfMany)

type BulkRewardProps = {
  projectID: string
  role: ProjectRole
  /** How many tasks are selected: '3 tasks'. */
  group: string
  isPending: boolean
  onChoose: (change: BulkChange) => void
}

const ONLY_MANAGERS_OFFER = 'Owners and admins set rewards.'

/** Sets one offer for all selected tasks, where the server has rewards. */
export const BulkReward = ({ projectID, role, group, isPending, onChoose }: BulkRewardProps) => {
  const hasRewards = useCapability('rewards', true)
  const [isOpen, setIsOpen] = useState(false)
  if (!hasRewards) return null
  const whyNot = isManager(role) ? null : ONLY_MANAGERS_OFFER
  return (
    <>
      <NetworkButton
        size="small"
        disabled={isPending}
        {...(whyNot && { 'aria-disabled': true, title: whyNot, sx: { color: 'text.disabled' } })}
        onClick={() => (whyNot ? toast(whyNot, 'error') : setIsOpen(true))}
      >
        Reward
      </NetworkButton>
      {isOpen && (
        <Suspense fallback={null}>
          <OfferOfMany
            projectID={projectID}
            group={group}
            onChoose={(offer) => onChoose({ offer })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

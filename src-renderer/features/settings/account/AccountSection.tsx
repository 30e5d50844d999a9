import { useCapability } from '#data/capabilities.ts'
import { DeletionCard } from './DeletionCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoStepCard } from './two-step/TwoStepCard.tsx'

/** What proves that the viewer is who they are, and where they have proved it. */
export const AccountSection = () => {
  const hasTwoStep = useCapability('twoStep', true)
  const hasOwnData = useCapability('ownData', true)
  return (
    <>
      <EmailCard />
      <PasswordCard />
      {hasTwoStep && <TwoStepCard />}
      <SessionsCard />
      {hasOwnData && <ExportCard />}
      {hasOwnData && <DeletionCard />}
    </>
  )
}

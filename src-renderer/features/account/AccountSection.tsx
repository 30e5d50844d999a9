import { useCapability } from '../../data/capabilities.ts'
import { EmailCard } from './EmailCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoStepCard } from './two-step/TwoStepCard.tsx'

/** What proves that the viewer is who they are, and where they have proved it. */
export const AccountSection = () => {
  const hasTwoStep = useCapability('twoStep', true)
  return (
    <>
      <EmailCard />
      <PasswordCard />
      {hasTwoStep && <TwoStepCard />}
      <SessionsCard />
    </>
  )
}

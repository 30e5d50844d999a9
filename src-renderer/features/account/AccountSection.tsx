import { EmailCard } from './EmailCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** What proves that the viewer is who they are, and where they have proved it. */
export const AccountSection = () => (
  <>
    <EmailCard />
    <PasswordCard />
    <SessionsCard />
  </>
)

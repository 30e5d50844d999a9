import { useQuery } from '@tanstack/react-query'
import { platformQueries } from '#data/platform.ts'
import { FirstSteps } from '#parts/first-steps/FirstSteps.tsx'
import type { AdminView } from './admin-view.ts'
import { invitedQuery, decidedQuery } from './queries.ts'

type AdminStepsProps = { hrefOf: (change: Partial<AdminView>) => string }

const mailWords = {
  smtp: 'Invite a second address of your own. This step is done once a mail has been sent.',
  local: 'Mails stay on this machine, at /_mail. Set GUILDHALL_SMTP_URL before you invite other people.',
  none: 'No mail leaves this server, so nobody can register. Set GUILDHALL_SMTP_URL first.',
} as const

/** The first steps of the person who runs a new server. */
export const AdminSteps = ({ hrefOf }: AdminStepsProps) => {
  const invited = useQuery(invitedQuery()).data
  const decided = useQuery(decidedQuery()).data
  // A server that does not tell is taken to send its mails.
  const mail = useQuery(platformQueries.health()).data?.mail ?? 'smtp'
  if (invited === undefined || decided === undefined) return null
  return (
    <FirstSteps
      name=":admin"
      steps={[
        {
          label: 'Invite people',
          why: 'One address, or a pasted list.',
          // The first administrator's own invitation is handed over and never mailed.
          isDone: invited.some(({ isInvited, mailState }) => isInvited && mailState !== null),
          to: hrefOf({ tab: 'users' }),
        },
        {
          label: 'Check that mail works',
          why: mailWords[mail],
          isDone: mail === 'smtp' && invited.some(({ mailState }) => mailState === 'sent'),
          to: mail === 'smtp' ? hrefOf({ tab: 'users' }) : null,
        },
        {
          label: 'Approve creators',
          why: 'Only approved creators can publish projects.',
          isDone: decided > 0,
          to: hrefOf({ tab: 'applications' }),
        },
      ]}
    />
  )
}

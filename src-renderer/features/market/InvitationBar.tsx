import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { roleLabels } from '#shared/rules/membership.ts'
import { membershipStatus } from '#shared/rules/statuses.ts'
import { accessQuery } from '#data/memberships.ts'
import { errorText } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { useAcceptInvitation } from './open-task-calls.ts'

type InvitationBarProps = { project: { id: string; title: string } }

/** Above a task for which the viewer was invited: one press makes them a member of its project. */
export const InvitationBar = ({ project }: InvitationBarProps) => {
  const [search] = useSearchParams()
  const userID = useSession((session) => session.userID) ?? ''
  const { data: access } = useQuery({ ...accessQuery(project.id), enabled: search.has('invited') })
  const { mutate, isPending, error } = useAcceptInvitation(project.id)
  if (access?.status !== membershipStatus.invited) return null
  const { invitation, role } = access
  const by = invitation && (invitation.fromName || invitation.fromUsername)
  const accept = () => mutate(userID, { onSuccess: () => toast(`You are part of ${project.title} now.`, 'success') })
  return (
    <Alert
      severity="info"
      variant="outlined"
      aria-label="Your invitation"
      role="region"
      sx={{ mb: 3, overflowWrap: 'anywhere' }}
      action={
        <Button variant="contained" loading={isPending} onClick={accept}>
          Accept
        </Button>
      }
    >
      {by ?? 'Somebody'} invites you to {project.title}
      {role && ` as ${roleLabels[role].toLowerCase()}`}.{invitation?.message && ` “${invitation.message}”`}
      {error && ` ${errorText(error, 'Failed to update the request. Please try again.')}`}
    </Alert>
  )
}

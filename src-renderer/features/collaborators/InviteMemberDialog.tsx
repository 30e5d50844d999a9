import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FoundUser, INVITE_MESSAGE_MAX } from '../../../shared/contract/index.ts'
import { requestStatus } from '../../../shared/rules/statuses.ts'
import { CharacterCount } from '../../ui/CharacterCount.tsx'
import { Field } from '../../ui/Field.tsx'
import { useInviteMember } from './mutations.ts'
import { projectRequestsQuery } from './queries.ts'
import { type GivenRole, RoleChoice } from './RoleChoice.tsx'
import type { ReportDraft } from './use-drafts.ts'
import type { Team } from './use-team.ts'
import { UserSearch } from './UserSearch.tsx'

/** Why somebody need not be invited, as far as it is known here; the server decides. */
const useWhyNot = ({ projectId, collaborators }: Team) => {
  const { data: sent } = useQuery(projectRequestsQuery(projectId, 'sent'))
  const { data: received } = useQuery(projectRequestsQuery(projectId, 'received'))
  return ({ id }: FoundUser): string | null => {
    const isPending = (requests: typeof sent) =>
      requests?.some(({ userID, status }) => userID === id && status === requestStatus.pending)
    if (collaborators.some(({ userID }) => userID === id)) return 'Already here'
    if (isPending(sent)) return 'Already invited'
    return isPending(received) ? 'Has applied' : null
  }
}

const Form = ({ team, report, onClose }: { team: Team; report: ReportDraft; onClose: () => void }) => {
  const [person, setPerson] = useState<FoundUser | null>(null)
  const [role, setRole] = useState<GivenRole>('member')
  const [message, setMessage] = useState('')
  const whyNot = useWhyNot(team)
  const invite = useInviteMember(team.projectId)
  const isDirty = person !== null || message.trim() !== ''
  useEffect(() => report('invite', isDirty), [report, isDirty])
  useEffect(() => () => report('invite', false), [report])
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!person || invite.isPending) return
        invite.mutate(
          { person, role, message: message.trim() },
          {
            onSuccess: () => {
              report('invite', false)
              onClose()
            },
          },
        )
      }}
      sx={{ overflowY: 'auto' }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2.5, pt: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <UserSearch projectId={team.projectId} picked={person} onPick={setPerson} whyNot={whyNot} />
        <RoleChoice label="Role" value={role} onChange={setRole} />
        <Field
          label="Message (optional)"
          multiline
          minRows={3}
          placeholder="Why this project, and why this person?"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          hint={<CharacterCount count={message.length} max={INVITE_MESSAGE_MAX} />}
          inputProps={{ maxLength: INVITE_MESSAGE_MAX }}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: 'wrap', rowGap: 1 }}>
        <Box id="invite-member-note" sx={{ flex: '1 1 160px', color: 'text.secondary', fontSize: '0.8125rem' }}>
          {!person && 'Pick a person from the results first.'}
        </Box>
        <Button color="inherit" onClick={onClose} disabled={invite.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={!person || invite.isPending}
          aria-describedby="invite-member-note"
        >
          {invite.isPending ? 'Sending...' : 'Send Invitation'}
        </Button>
      </DialogActions>
    </Box>
  )
}

type InviteMemberDialogProps = { team: Team; isOpen: boolean; report: ReportDraft; onClose: () => void }

/** Finds somebody and invites them to the project, as member or admin. Emptied whenever it closes. */
export const InviteMemberDialog = ({ team, isOpen, report, onClose }: InviteMemberDialogProps) => (
  <Dialog
    open={isOpen}
    onClose={onClose}
    fullWidth
    maxWidth="sm"
    aria-labelledby="invite-member-title"
    slotProps={{
      paper: { sx: { m: { xs: 2, sm: 4 }, width: { xs: 'calc(100% - 32px)', sm: 'calc(100% - 64px)' } } },
    }}
  >
    <DialogTitle id="invite-member-title" variant="h2" sx={{ pt: 2.5, pb: 1, fontSize: '1.25rem' }}>
      Invite Member
    </DialogTitle>
    <Form team={team} report={report} onClose={onClose} />
  </Dialog>
)

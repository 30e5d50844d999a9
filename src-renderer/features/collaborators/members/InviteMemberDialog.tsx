import { Box, Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { type FoundUser, INVITE_MESSAGE_MAX } from '#shared/contract/index.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { size } from '#ui/look/tokens.ts'
import { useInviteAddress, useInviteMember } from '../data/mutations.ts'
import { type GivenRole, RoleChoice } from './RoleChoice.tsx'
import type { ReportDraft } from '../data/use-drafts.ts'
import type { Team } from '../data/use-team.ts'
import { TaskOfInvitation } from './TaskOfInvitation.tsx'
import { UserSearch } from './UserSearch.tsx'
import { useWhyNotInvite } from './use-why-not-invite.ts'

const Form = ({ team, report, onClose }: { team: Team; report: ReportDraft; onClose: () => void }) => {
  const [person, setPerson] = useState<FoundUser | { address: string } | null>(null)
  const [role, setRole] = useState<GivenRole>('member')
  const [message, setMessage] = useState('')
  const [taskID, setTaskID] = useState<string | null>(null)
  const whyNot = useWhyNotInvite(team)
  const invite = useInviteMember(team.projectID)
  const inviteAddress = useInviteAddress(team.projectID)
  const isPending = invite.isPending || inviteAddress.isPending
  const isDirty = person !== null || message.trim() !== ''
  useEffect(() => report('invite', isDirty), [report, isDirty])
  useEffect(() => () => report('invite', false), [report])
  return (
    <DialogForm
      onSubmit={() => {
        if (!person) return
        const said = { role, message: message.trim() }
        const onSuccess = () => {
          report('invite', false)
          onClose()
        }
        if ('address' in person) inviteAddress.mutate({ email: person.address, taskID, ...said }, { onSuccess })
        else invite.mutate({ person, ...said }, { onSuccess })
      }}
      actions={
        <>
          <Box id="invite-member-note" sx={{ flex: '1 1 160px', color: 'text.secondary', fontSize: size.note }}>
            {!person && 'Pick a person first, or invite a full address.'}
          </Box>
          <Button color="inherit" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={!person || isPending}
            aria-describedby="invite-member-note"
          >
            {isPending ? 'Sending...' : 'Send Invitation'}
          </Button>
        </>
      }
    >
      <UserSearch projectID={team.projectID} picked={person} onPick={setPerson} whyNot={whyNot} />
      <RoleChoice label="Role" value={role} onChange={setRole} />
      {person && 'address' in person && (
        <TaskOfInvitation projectID={team.projectID} value={taskID} onChange={setTaskID} />
      )}
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
    </DialogForm>
  )
}

type InviteMemberDialogProps = { team: Team; isOpen: boolean; report: ReportDraft; onClose: () => void }

/** Finds a person and invites them to the project as member or admin. The form is emptied whenever it closes. */
export const InviteMemberDialog = ({ team, isOpen, report, onClose }: InviteMemberDialogProps) => (
  <FormDialog title="Invite Member" isOpen={isOpen} onClose={onClose}>
    <Form team={team} report={report} onClose={onClose} />
  </FormDialog>
)

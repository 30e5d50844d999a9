import { Alert, Box } from '@mui/material'
import { useState } from 'react'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { errorText } from '#lib/query-client.ts'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { size } from '#ui/look/tokens.ts'
import { useChangeRole } from '../data/mutations.ts'
import { type GivenRole, RoleChoice } from './RoleChoice.tsx'

const Form = ({ projectID, person, onClose }: { projectID: string; person: Collaborator; onClose: () => void }) => {
  const { name, userID } = person
  const [role, setRole] = useState<GivenRole>(person.role === 'admin' ? 'admin' : 'member')
  const change = useChangeRole(projectID)
  const isSame = role === person.role
  return (
    <DialogForm
      onSubmit={() => {
        if (isSame) return
        change.mutate({ userID, name, role }, { onSuccess: onClose })
      }}
      actions={
        <FormButtons
          onCancel={onClose}
          isPending={change.isPending}
          disabled={isSame}
          aria-describedby="change-role-note"
        >
          Change Role
        </FormButtons>
      }
    >
      {change.isError && (
        <Alert severity="error">{errorText(change.error, 'Failed to change the role. Please try again.')}</Alert>
      )}
      <RoleChoice label={`Role of ${name}`} value={role} onChange={setRole} />
      <Box id="change-role-note" sx={{ color: 'text.secondary', fontSize: size.small }}>
        {isSame
          ? `The role is ${roleLabels[role]} now. Choose the other one to change it.`
          : person.role === 'owner'
            ? `${name} stops being an owner. Only an owner can delete the project or change its status.`
            : 'The new role takes effect at once.'}
      </Box>
    </DialogForm>
  )
}

/** Changes a member's role after the viewer has confirmed it. */
export const ChangeRoleDialog = ({
  projectID,
  person,
  onClose,
}: {
  projectID: string
  person: Collaborator | undefined
  onClose: () => void
}) => (
  <FormDialog title="Change Role" isOpen={person !== undefined} onClose={onClose} maxWidth="xs">
    {person && <Form key={person.userID} projectID={projectID} person={person} onClose={onClose} />}
  </FormDialog>
)

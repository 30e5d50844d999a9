import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import type { Collaborator } from '../../../shared/rules/collaborators.ts'
import { errorText } from '../../lib/query-client.ts'
import { roleLabels } from './labels.ts'
import { useChangeRole } from './mutations.ts'
import { type GivenRole, RoleChoice } from './RoleChoice.tsx'

const Form = ({ projectId, person, onClose }: { projectId: string; person: Collaborator; onClose: () => void }) => {
  const { name, userID } = person
  const [role, setRole] = useState<GivenRole>(person.role === 'admin' ? 'admin' : 'member')
  const change = useChangeRole(projectId)
  const isSame = role === person.role
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame || change.isPending) return
        change.mutate({ userID, name, role }, { onSuccess: onClose })
      }}
      sx={{ overflowY: 'auto' }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {change.isError && (
          <Alert severity="error">{errorText(change.error, 'Failed to change the role. Please try again.')}</Alert>
        )}
        <RoleChoice label={`Role of ${name}`} value={role} onChange={setRole} />
        <Box id="change-role-note" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {isSame
            ? `The role is ${roleLabels[role]} now. Choose the other one to change it.`
            : person.role === 'owner'
              ? `${name} stops being an owner. Only an owner can delete the project or change its status.`
              : 'The new role counts at once.'}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose} disabled={change.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={isSame}
          loading={change.isPending}
          aria-describedby="change-role-note"
        >
          Change Role
        </Button>
      </DialogActions>
    </Box>
  )
}

/** Gives a member another role, once confirmed. */
export const ChangeRoleDialog = ({
  projectId,
  person,
  onClose,
}: {
  projectId: string
  person: Collaborator | undefined
  onClose: () => void
}) => (
  <Dialog open={person !== undefined} onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="change-role-title">
    <DialogTitle id="change-role-title" variant="h2" sx={{ pt: 2.5, pb: 1, fontSize: '1.25rem' }}>
      Change Role
    </DialogTitle>
    {person && <Form key={person.userID} projectId={projectId} person={person} onClose={onClose} />}
  </Dialog>
)

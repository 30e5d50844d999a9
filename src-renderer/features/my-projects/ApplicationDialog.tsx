import { Button } from '@mui/material'
import type { UserRequest } from '#shared/contract/index.ts'
import { OwnApplication } from '#parts/letters/OwnApplication.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'

type ApplicationDialogProps = { request: UserRequest; isOpen: boolean; onClose: () => void }

/** The viewer's application to a project: what it says, and the conversation about it. */
export const ApplicationDialog = ({ request, isOpen, onClose }: ApplicationDialogProps) => (
  <FormDialog title={request.title || 'Untitled Request'} isOpen={isOpen} onClose={onClose} hasCross>
    <DialogBody
      actions={
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      }
    >
      <OwnApplication requestID={request.id} />
    </DialogBody>
  </FormDialog>
)

import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import { useState } from 'react'
import { useConfirmStore } from '../lib/confirm.ts'
import { DialogBody, FormDialog } from './FormDialog.tsx'

/** The app's one confirmation; asked by `confirm()` from lib/confirm.ts. */
export const ConfirmDialog = () => {
  const { question, answer } = useConfirmStore()
  // What was asked stays readable while the dialog fades out.
  const [asked, setAsked] = useState(question)
  if (question && question !== asked) setAsked(question)
  return (
    <FormDialog title={asked?.title} isOpen={question !== null} onClose={() => answer(false)} maxWidth="xs">
      <DialogBody
        actions={
          <>
            {/* Where something would be lost, a hasty Enter loses nothing. */}
            <Button color="inherit" onClick={() => answer(false)} autoFocus={Boolean(asked?.isDangerous)}>
              {asked?.cancelLabel ?? 'Cancel'}
            </Button>
            <Button
              variant="contained"
              color={asked?.isDangerous ? 'error' : 'primary'}
              onClick={() => answer(true)}
              autoFocus={!asked?.isDangerous}
            >
              {asked?.confirmLabel}
            </Button>
          </>
        }
      >
        <DialogContentText sx={{ overflowWrap: 'anywhere' }}>{asked?.text}</DialogContentText>
      </DialogBody>
    </FormDialog>
  )
}

import { Button, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { useConfirmStore } from '#lib/confirm.ts'
import { DialogBody, FormDialog } from './FormDialog.tsx'

/** The app's one confirmation dialog, opened by `confirm()` and `choose()` from lib/confirm.ts. */
export const ConfirmDialog = () => {
  const { question, answer } = useConfirmStore()
  // The question is kept, so that it stays readable while the dialog fades out.
  const [asked, setAsked] = useState(question)
  if (question && question !== asked) setAsked(question)
  return (
    <FormDialog title={asked?.title} isOpen={question !== null} onClose={() => answer('cancelled')} maxWidth="xs">
      <DialogBody
        actions={
          <>
            {/* Cancel has the focus where something would be lost, so that a hasty Enter loses nothing. */}
            <Button color="inherit" onClick={() => answer('cancelled')} autoFocus={Boolean(asked?.isDangerous)}>
              {asked?.cancelLabel ?? 'Cancel'}
            </Button>
            {asked?.otherLabel && (
              <Button color="error" onClick={() => answer('other')}>
                {asked.otherLabel}
              </Button>
            )}
            <Button
              variant="contained"
              color={asked?.isDangerous ? 'error' : 'primary'}
              onClick={() => answer('confirmed')}
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

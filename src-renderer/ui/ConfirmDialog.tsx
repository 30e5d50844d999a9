import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useConfirmStore } from '../lib/confirm.ts'

/** The app's one confirmation; asked by `confirm()` from lib/confirm.ts. */
export const ConfirmDialog = () => {
  const { question, answer } = useConfirmStore()
  return (
    <Dialog open={question !== null} onClose={() => answer(false)} aria-labelledby="confirm-title">
      <DialogTitle id="confirm-title">{question?.title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{question?.text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => answer(false)}>{question?.cancelLabel ?? 'Cancel'}</Button>
        <Button
          variant="contained"
          color={question?.isDangerous ? 'error' : 'primary'}
          onClick={() => answer(true)}
          autoFocus
        >
          {question?.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

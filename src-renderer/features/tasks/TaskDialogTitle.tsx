import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

/** Nearly the whole width of a phone. */
export const dialogPaper = {
  sx: {
    m: { xs: 1.5, sm: 4 },
    width: { xs: 'calc(100% - 24px)', sm: 'calc(100% - 64px)' },
    maxHeight: { xs: 'calc(100% - 24px)', sm: 'calc(100% - 64px)' },
  },
} as const

/** The heading of a dialog, and a cross that closes it. */
export const TaskDialogTitle = ({
  id,
  onClose,
  children,
}: {
  id: string
  onClose: () => void
  children: ReactNode
}) => (
  <DialogTitle
    id={id}
    variant="h2"
    component="h2"
    sx={{ position: 'relative', pt: 2.5, pb: 1.5, pr: 8, fontSize: '1.25rem', overflowWrap: 'anywhere' }}
  >
    {children}
    <IconButton
      aria-label="Close"
      onClick={onClose}
      sx={{ position: 'absolute', right: 12, top: 14, color: 'text.secondary' }}
    >
      <X size={20} />
    </IconButton>
  </DialogTitle>
)

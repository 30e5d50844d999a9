import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  type ButtonProps,
} from '@mui/material'
import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { radius } from '../look/tokens.ts'

/** On a phone the dialog takes nearly the whole screen. */
const paper = {
  sx: {
    m: { xs: 1.5, sm: 4 },
    width: { xs: 'calc(100% - 24px)', sm: 'calc(100% - 64px)' },
    maxHeight: { xs: 'calc(100% - 24px)', sm: 'calc(100% - 64px)' },
  },
} as const

/** A sheet takes the whole screen of a phone. */
const sheet = {
  sx: {
    ...paper.sx,
    m: { xs: 0, sm: 4 },
    width: { xs: '100%', sm: 'calc(100% - 64px)' },
    height: { xs: '100%', sm: 'auto' },
    maxHeight: { xs: '100%', sm: 'calc(100% - 64px)' },
    borderRadius: { xs: 0, sm: radius.large },
  },
} as const

/** False while the dialog fades away: it could still be pressed then, but has had its answer. */
const IsOpen = createContext(true)

type FormDialogProps = {
  title: ReactNode
  /** The dialog's name for screen readers, where the heading alone does not say what it shows. */
  label?: string | undefined
  isOpen: boolean
  /** Left out where only a button of the dialog closes it, because Escape or a press beside it would lose what it shows. */
  onClose?: () => void
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** Its heading only says what kind of dialog it is; what it shows has a heading of its own. */
  isTitleQuiet?: boolean
  /** A cross beside the heading, for a dialog that people also open only to read. */
  hasCross?: boolean
  /** For a dialog in which people stay a while: on a phone it takes the whole screen. */
  isSheet?: boolean
  /** A `DialogForm`, or a `DialogBody` where there is nothing to fill in. */
  children: ReactNode
}

/** The frame of a dialog with a form, named by its heading. */
export const FormDialog = ({
  title,
  label,
  isOpen,
  onClose,
  maxWidth = 'sm',
  hasCross = false,
  isSheet = false,
  isTitleQuiet = false,
  children,
}: FormDialogProps) => {
  const titleId = useId()
  const labelId = useId()
  return (
    <Dialog
      open={isOpen}
      {...(onClose && { onClose })}
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={label ? labelId : titleId}
      slotProps={{ paper: isSheet ? sheet : paper }}
    >
      {label && (
        <span id={labelId} hidden>
          {label}
        </span>
      )}
      <DialogTitle
        id={titleId}
        // What kind of dialog it is, and what it shows.
        {...(isTitleQuiet && label && { 'aria-labelledby': `${titleId} ${labelId}` })}
        variant={isTitleQuiet ? 'body2' : 'panel'}
        component="h2"
        sx={{
          pt: isTitleQuiet ? 2 : 2.5,
          pb: 1.5,
          ...(isTitleQuiet && { color: 'text.secondary' }),
          overflowWrap: 'anywhere',
          ...(hasCross && { pr: 8 }),
        }}
      >
        {title}
      </DialogTitle>
      {/* Beside the heading, which names the dialog, and not in it. */}
      {hasCross && (
        <IconButton
          aria-label="Close"
          onClick={onClose}
          sx={{ position: 'absolute', right: 12, top: isTitleQuiet ? 6 : 14, color: 'text.secondary' }}
        >
          <X size={20} />
        </IconButton>
      )}
      <IsOpen value={isOpen}>{children}</IsOpen>
    </Dialog>
  )
}

type DialogBodyProps = { actions: ReactNode; children: ReactNode }

/** The dialog's content, which scrolls, above its buttons, which stay; null for no buttons. */
export const DialogBody = ({ actions, children }: DialogBodyProps) => (
  <>
    {/* The room above is for the focus ring of the first field. */}
    <DialogContent
      sx={{ display: 'grid', gap: 2.5, pt: 1, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
    </DialogContent>
    {actions !== null && (
      <DialogActions
        sx={{
          px: 3,
          pb: 2.5,
          flexWrap: 'wrap',
          rowGap: 1,
          // On a phone a note has a line of its own, so that the buttons stay beside each other.
          '& > :not(.MuiButton-root)': { flexBasis: { xs: '100%', sm: 'auto' } },
        }}
      >
        {actions}
      </DialogActions>
    )}
  </>
)

/** A dialog's content as a form: Enter in a field of one line submits it. */
export const DialogForm = ({ onSubmit, ...body }: DialogBodyProps & { onSubmit: () => void }) => {
  const isOpen = use(IsOpen)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog that was opened from the form of another one is inside that form for React, not for the browser.
        event.stopPropagation()
        if (isOpen) onSubmit()
      }}
      sx={{ display: 'contents' }}
    >
      <DialogBody {...body} />
    </Box>
  )
}

type FormButtonsProps = Pick<ButtonProps, 'color' | 'disabled' | 'aria-describedby'> & {
  onCancel: () => void
  isPending: boolean
  /** Whether one can cancel: while what is submitted is on its way only where a dialog says so. */
  canCancel?: boolean
  /** What the submit button says; `color`, `disabled` and its description are this button's, too. */
  children: ReactNode
}

/** The buttons of a DialogForm: Cancel, and the one that submits it. */
export const FormButtons = ({ onCancel, isPending, canCancel = !isPending, children, ...submit }: FormButtonsProps) => (
  <>
    <Button color="inherit" onClick={onCancel} disabled={!canCancel}>
      Cancel
    </Button>
    <Button type="submit" variant="contained" loading={isPending} {...submit}>
      {children}
    </Button>
  </>
)

import { cut } from '#shared/rules/cut.ts'
import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { DialogBody, DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { StatusDot } from '#ui/board/StatusDot.tsx'
import { inviteSeveral, type Outcome, readPasted, waiting } from './invite-several.ts'
import { useInviteUnlessInvited } from './mutations.ts'

const countOf = (count: number) => (count === 1 ? '1 address' : `${count} addresses`)
const invitations = (count: number) => (count === 1 ? '1 invitation' : `${count} invitations`)
/** Wrong words that are named; of more only the number is shown. */
const NAMED_MAX = 5

/** Names what is no address; an empty text when everything is. */
const whatIsWrong = (wrong: readonly string[]): string => {
  if (wrong.length === 0) return ''
  const named = wrong.slice(0, NAMED_MAX).map((word) => `“${cut(word, 60)}”`)
  const more = wrong.length - named.length
  return `Not an email address: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Nothing has been sent.`
}

type InviteSeveralDialogProps = {
  isOpen: boolean
  /** The pasted text is held by the parent, so that a closed dialog loses nothing. */
  text: string
  onChange: (text: string) => void
  onClose: () => void
}

/** Invites many addresses: they are pasted, checked as a whole, and sent three at a time with a line for each. */
export const InviteSeveralDialog = ({ isOpen, text, onChange, onClose }: InviteSeveralDialogProps) => {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome> | null>(null)
  return (
    <FormDialog
      title="Invite several people"
      isOpen={isOpen}
      // The results of a run are left by their own button, so that no press beside the dialog loses them.
      {...(outcomes === null && { onClose })}
    >
      {outcomes === null ? (
        <Paste
          text={text}
          onChange={onChange}
          onClose={onClose}
          onSend={(addresses) => setOutcomes(new Map(addresses.map((address) => [address, waiting])))}
        />
      ) : (
        <Run
          addresses={[...outcomes.keys()]}
          onEnd={(left) => {
            onChange(left.join('\n'))
            setOutcomes(null)
            onClose()
          }}
        />
      )}
    </FormDialog>
  )
}

type PasteProps = Omit<InviteSeveralDialogProps, 'isOpen'> & { onSend: (addresses: readonly string[]) => void }

const Paste = ({ text, onChange, onClose, onSend }: PasteProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState('')
  const { good, wrong } = readPasted(text)
  const submit = () => {
    const problem = whatIsWrong(wrong) || (good.length === 0 ? 'Paste the addresses to invite.' : '')
    setError(problem)
    if (problem) field.current?.focus()
    else onSend(good)
  }
  return (
    <DialogForm
      onSubmit={submit}
      actions={
        <FormButtons onCancel={onClose} isPending={false}>
          {good.length > 0 && wrong.length === 0 ? `Send ${invitations(good.length)}` : 'Send invitations'}
        </FormButtons>
      }
    >
      <TextField
        label="Email addresses"
        multiline
        minRows={6}
        maxRows={12}
        autoFocus
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          onChange(target.value)
          setError('')
        }}
        inputRef={field}
        error={error !== ''}
        helperText={error || `${countOf(good.length)}. One per line, or separated by commas.`}
      />
    </DialogForm>
  )
}

const tones = {
  waiting: { share: 0 },
  sending: { share: 0.5 },
  sent: { share: 1 },
  done: { share: 1, isFaint: true },
  left: { share: 1, isBad: true },
} as const

type RunProps = { addresses: readonly string[]; onEnd: (left: readonly string[]) => void }

/** Sends the invitations as soon as it is there. A run that leaves addresses out can be gone on with. */
const Run = ({ addresses, onEnd }: RunProps) => {
  const { mutateAsync } = useInviteUnlessInvited()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(
    () => new Map(addresses.map((address) => [address, waiting])),
  )
  const [isStopping, setIsStopping] = useState(false)
  const isStopped = useRef(false)
  const isStarted = useRef(false)
  const send = (these: readonly string[]) => {
    isStopped.current = false
    setIsStopping(false)
    setOutcomes((before) => new Map([...before, ...these.map((address) => [address, waiting] as const)]))
    void inviteSeveral(these, {
      send: mutateAsync,
      tell: (address, outcome) => setOutcomes((before) => new Map(before).set(address, outcome)),
      isStopped: () => isStopped.current,
    })
  }
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    send(addresses)
  })
  const all = [...outcomes]
  const left = all.flatMap(([address, { state }]) => (state === 'left' ? [address] : []))
  const sent = all.filter(([, { state }]) => state === 'sent').length
  const done = sent + all.filter(([, { state }]) => state === 'done').length
  const isRunning = done + left.length < all.length
  useUnsavedChanges(isRunning || left.length > 0)
  return (
    <DialogBody
      actions={
        isRunning ? (
          <Button
            color="inherit"
            disabled={isStopping}
            onClick={() => {
              isStopped.current = true
              setIsStopping(true)
            }}
          >
            {isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        ) : (
          <>
            {left.length > 0 && <Button onClick={() => send(left)}>Send the other {left.length}</Button>}
            <Button variant="contained" onClick={() => onEnd(left)}>
              Done
            </Button>
          </>
        )
      }
    >
      <Typography role="status" className="tabular">
        {isRunning
          ? `${done + left.length} of ${countOf(all.length)}`
          : `${invitations(sent)} sent.${done > sent ? ` ${countOf(done - sent)} needed none.` : ''}${left.length > 0 ? ` ${left.length} not sent.` : ''}`}
      </Typography>
      {!isRunning && left.length > 0 && (
        <Alert severity="warning">Addresses that were not sent stay in the list, so you can send them later.</Alert>
      )}
      <Box component="ul" aria-label="Results" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {all.map(([address, { state, text }]) => (
          <Box
            component="li"
            key={address}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              columnGap: 2,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              overflowWrap: 'anywhere',
            }}
          >
            <span>{address}</span>
            <StatusDot tone={tones[state]} label={text} />
          </Box>
        ))}
      </Box>
    </DialogBody>
  )
}

import { Box, Button, DialogContentText } from '@mui/material'
import { useState } from 'react'
import type { Wish } from '#shared/contract/index.ts'
import { DialogBody, DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { useInviteNext } from './mutations.ts'

/** How many are invited with one press. */
const COUNT = 25

type Whom = Wish | 'anyone'
const choices = [
  { value: 'anyone', label: 'Those who have waited longest', what: 'In the order in which they asked.' },
  { value: 'getWorkDone', label: 'Who want work done', what: 'Of those who said so, the longest waiting.' },
  { value: 'work', label: 'Who want to work', what: 'Of those who said so, the longest waiting.' },
] as const

/** Invites the next on the waitlist, after a question that names their number, and lists who was invited. */
export const InviteNext = () => {
  const [isOpen, setIsOpen] = useState(false)
  const [whom, setWhom] = useState<Whom>('anyone')
  const invite = useInviteNext()
  const close = () => {
    setIsOpen(false)
    invite.reset()
  }
  const invited = invite.data?.data
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Invite the next {COUNT}</Button>
      <FormDialog title={`Invite the next ${COUNT}?`} isOpen={isOpen} onClose={close} maxWidth="xs">
        {invited ? (
          <DialogBody
            actions={
              <Button variant="contained" onClick={close}>
                Done
              </Button>
            }
          >
            <DialogContentText role="status">
              {invited.length === 0
                ? 'Nobody waits for that.'
                : `Invited: ${invited.length === 1 ? '1 address' : `${invited.length} addresses`}.`}
            </DialogContentText>
            {invited.length > 0 && (
              <Box component="ul" aria-label="Invited" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
                {invited.map(({ id, email }) => (
                  <li key={id}>{email}</li>
                ))}
              </Box>
            )}
          </DialogBody>
        ) : (
          <DialogForm
            onSubmit={() => invite.mutate(whom === 'anyone' ? null : whom)}
            actions={
              <FormButtons onCancel={close} isPending={invite.isPending}>
                Invite {COUNT}
              </FormButtons>
            }
          >
            <DialogContentText>Up to {COUNT} people get a mail with a link to register.</DialogContentText>
            <RadioCards label="Whom" choices={choices} value={whom} onChange={setWhom} />
          </DialogForm>
        )}
      </FormDialog>
    </>
  )
}

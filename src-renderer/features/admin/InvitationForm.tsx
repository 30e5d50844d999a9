import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { contract } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { Field } from '#ui/form/Field.tsx'
import { radius } from '#ui/look/tokens.ts'
import { useCreateInvitation } from './mutations.ts'

type InvitationFormProps = {
  /** The address is held by the parent, because the table's rows fill it in. */
  email: string
  onChange: (email: string) => void
  /** Opens the dialog that invites many addresses. */
  onSeveral: () => void
}

const EMAIL_FIELD = 'invite-email'
/** Focuses the address field, after a row has filled it in or its address was refused. */
export const focusEmailField = (): void => document.getElementById(EMAIL_FIELD)?.focus()

const INVALID = 'Please enter a valid email address'

/** Invites one address, whether it is on the waitlist or not. The typed address stays until the server has accepted it. */
export const InvitationForm = ({ email, onChange, onSeveral }: InvitationFormProps) => {
  const invite = useCreateInvitation()
  const [isInvalid, setIsInvalid] = useState(false)
  const submit = () => {
    const parsed = contract.waitlist.createInvitation.body.safeParse({ email })
    setIsInvalid(!parsed.success)
    if (!parsed.success) {
      invite.reset()
      focusEmailField()
      return
    }
    invite.mutate(parsed.data.email, { onSuccess: () => onChange('') })
  }
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby="invite-title"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.paper',
        p: 2.5,
        display: 'grid',
        gap: 2,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography id="invite-title" variant="h3" component="h2">
          Invite someone
        </Typography>
        <Button onClick={onSeveral}>Invite several…</Button>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ flex: '1 1 280px' }}>
          <Field
            label="Email address"
            type="email"
            autoComplete="off"
            id={EMAIL_FIELD}
            value={email}
            onChange={(event) => {
              onChange(event.target.value)
              setIsInvalid(false)
            }}
            error={isInvalid ? INVALID : undefined}
            hint="They’ll get a link to create their account. Inviting again sends a new one."
          />
        </Box>
        <Button type="submit" variant="contained" loading={invite.isPending} sx={{ mt: { sm: 3.25 }, height: 47 }}>
          Send Invitation
        </Button>
      </Box>
      {invite.isSuccess && (
        <Alert severity="success">
          Invitation created successfully
          <Box component="span" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {invite.data.data.email}
          </Box>
        </Alert>
      )}
      {invite.isError && (
        <Alert severity="error">
          Failed to create invitation
          {isApiError(invite.error) && invite.error.serverMessage && (
            <Box component="span" sx={{ display: 'block' }}>
              {invite.error.serverMessage}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  )
}

import { Alert, Box, Button, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { useRemovePayout } from './calls.ts'

/** Asks for the password, and removes the details. */
export const RemoveForm = ({ onDone }: { onDone: () => void }) => {
  const [password, setPassword] = useState('')
  const remove = useRemovePayout()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || remove.isPending) return
    remove.mutate(password, {
      onSuccess: () => {
        toast('Payout details removed', 'success')
        onDone()
      },
    })
  }
  return (
    <Box
      component="form"
      aria-label="Remove payout details"
      onSubmit={submit}
      noValidate
      sx={{ display: 'grid', gap: 2, maxWidth: 480, justifyItems: 'start', mt: 2.5 }}
    >
      <Typography variant="body2">Who owes you something then waits until you say again how you are paid.</Typography>
      {remove.isError && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(remove.error, 'Failed to remove your payout details')}
        </Alert>
      )}
      <OwnAccount />
      <PasswordField
        label="Your password, to remove them"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <NetworkButton type="submit" variant="contained" color="error" loading={remove.isPending}>
          Remove them
        </NetworkButton>
        <Button onClick={onDone}>Cancel</Button>
      </Box>
    </Box>
  )
}

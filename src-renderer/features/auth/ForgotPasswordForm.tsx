import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { isApiError } from '#lib/api.ts'
import { Field } from '#ui/form/Field.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { LocalMailboxHint } from './LocalMailboxHint.tsx'
import { useForgotPassword } from './mutations.ts'

/** Whether the network or the server failed. Only that is shown, because a refusal must reveal nothing about an address. */
const isServerFailure = (error: unknown) => !isApiError(error) || error.status === 0 || error.status >= 500

export const ForgotPasswordForm = ({ email, onBack }: { email: string; onBack: () => void }) => {
  const [typed, setTyped] = useState(email)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const forgot = useForgotPassword()
  if (forgot.isSuccess || (forgot.isError && !isServerFailure(forgot.error))) {
    return (
      <>
        <AuthHeading title="Check your email">
          If <strong>{typed.trim()}</strong> belongs to an account, a reset link is on its way. It is good for 30
          minutes.
        </AuthHeading>
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <LocalMailboxHint />
          <Button variant="outlined" size="large" onClick={onBack}>
            Back to login
          </Button>
        </Box>
      </>
    )
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const hasAt = typed.includes('@')
    setIsIncomplete(!hasAt)
    if (hasAt && !forgot.isPending) forgot.mutate(typed.trim())
  }
  return (
    <Box component="form" onSubmit={submit} noValidate>
      <AuthHeading title="Forgot your password?">
        Enter your email address and we’ll send you a link to choose a new one.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {forgot.isError && <Alert severity="error">Forgot password failed</Alert>}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={isIncomplete ? 'Please enter a valid email address' : undefined}
        />
        <Button type="submit" variant="contained" size="large" loading={forgot.isPending}>
          Send reset link
        </Button>
        <Button onClick={onBack}>Back to login</Button>
      </Box>
    </Box>
  )
}

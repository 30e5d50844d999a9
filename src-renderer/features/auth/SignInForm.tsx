import { Alert, Box, Button, Link, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { isApiError, prepareApi } from '#lib/api.ts'
import { sessionData } from '#lib/browser-storage.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { Field } from '#ui/form/Field.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { useLogin } from './mutations.ts'

type SignInFormProps = {
  /** The address that was typed before the person went to another view and came back. */
  email: string
  onSignedIn: () => void
  onUnverified: (email: string, receipt?: string) => void
  /** The password was right, and the account has two-step sign-in. */
  onChallenge: (email: string, challenge: string) => void
  onForgot: (email: string) => void
}

export const SignInForm = ({ email, onSignedIn, onUnverified, onChallenge, onForgot }: SignInFormProps) => {
  const login = useLogin()
  const [prefilled] = useState(() => email || (sessionData.get('prefillEmail') ?? ''))
  const [typed, setTyped] = useState({ emailID: prefilled, password: '' })
  const password = useRef<HTMLInputElement>(null)
  const [isTried, setIsTried] = useState(false)
  const change = (part: Partial<typeof typed>) => {
    prepareApi()
    setTyped((now) => ({ ...now, ...part }))
    // The error is about an earlier try.
    if (login.isError) login.reset()
  }
  const emailID = typed.emailID.trim()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!emailID || !typed.password || login.isPending) return
    login.mutate(
      { emailID, password: typed.password },
      {
        onSuccess: (answer) => {
          sessionData.remove('prefillEmail')
          if ('challenge' in answer) onChallenge(emailID, answer.challenge)
          else if (answer.isEmailVerified) onSignedIn()
          else onUnverified(emailID, answer.receipt)
        },
        onError: (error) => {
          if (isApiError(error) && error.isEmailVerified === false) return onUnverified(emailID)
          // The button was disabled during the call and has lost the focus.
          password.current?.focus()
        },
      },
    )
  }
  return (
    <>
      <Box component="form" onSubmit={submit} noValidate>
        <AuthHeading title="Welcome back">Log in to find work, or to see how yours is moving.</AuthHeading>
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {login.isError && <Alert severity="error">{errorText(login.error, 'Login failed')}</Alert>}
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus={!prefilled}
            value={typed.emailID}
            onChange={({ target }) => change({ emailID: target.value })}
            error={isTried && !emailID ? 'Please enter your email.' : undefined}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            inputRef={password}
            autoFocus={Boolean(prefilled)}
            value={typed.password}
            onChange={({ target }) => change({ password: target.value })}
            error={isTried && !typed.password ? 'Please enter your password.' : undefined}
          />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: -1.5 }}>
            <Button size="small" onClick={() => onForgot(typed.emailID)}>
              Forgot password?
            </Button>
          </Box>
          <Button type="submit" variant="contained" size="large" loading={login.isPending}>
            Log in
          </Button>
        </Box>
        <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
          Have an invitation?{' '}
          <Link component={RouterLink} to={paths.register()}>
            Create your account
          </Link>
          . No invitation yet?{' '}
          <Link component={RouterLink} to={paths.landing()}>
            Request access
          </Link>
          .
        </Typography>
      </Box>
      <DemoAccounts onChoose={(account) => change({ emailID: account.email, password: account.password })} />
    </>
  )
}

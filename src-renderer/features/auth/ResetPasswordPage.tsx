import { Alert, Box, Button, CircularProgress } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { isApiError, isRefusal, isUnreachable } from '#lib/api.ts'
import { sessionData } from '#lib/browser-storage.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { MovingOn } from './MovingOn.tsx'
import { resetLinkQuery } from './queries.ts'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'

/** Milliseconds for which the success is shown before the login screen comes. */
const REDIRECT_MS = 3000

/** Its states are: validating → form or invalid → success → /login. */
export const ResetPasswordPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  return (
    <AuthLayout>
      <PageTitle title="Reset Password" />
      {token && email ? (
        <CheckedLink token={token} email={email} />
      ) : (
        <InvalidLink email={email ?? ''} text="Invalid reset link. Please request a new password reset." />
      )}
    </AuthLayout>
  )
}

const CheckedLink = ({ token, email }: { token: string; email: string }) => {
  const [isDone, setIsDone] = useState(false)
  const { isPending, isError, error, refetch, isRefetching } = useQuery(resetLinkQuery({ token, email }))
  if (isDone)
    return (
      <MovingOn
        title="Password Reset Success"
        text="Log in with your new password. We take you there now."
        to={paths.login()}
        buttonLabel="Log in"
        afterMs={REDIRECT_MS}
      />
    )
  if (isPending)
    return (
      <Box role="status">
        <CircularProgress size={32} aria-hidden sx={{ mb: 2 }} />
        <AuthHeading title="Validating Reset Link">This takes a moment.</AuthHeading>
      </Box>
    )
  // A link that could not be checked is not called invalid: only a refusal says that.
  if (isError && !isRefusal(error))
    return (
      <>
        <AuthHeading title="Validating Reset Link" />
        <ErrorState
          title={errorText(error, 'Verify reset password token failed')}
          text={whyUnchecked(error)}
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
      </>
    )
  if (isError)
    return (
      <InvalidLink
        email={email}
        text="This reset link is invalid or has expired. Please request a new password reset."
      />
    )
  return (
    <ResetPasswordForm
      token={token}
      email={email}
      onDone={() => {
        sessionData.set('prefillEmail', email)
        setIsDone(true)
      }}
    />
  )
}

const whyUnchecked = (error: Error): string => {
  if (isUnreachable(error)) return 'The server cannot be reached right now.'
  if (isApiError(error) && error.status === 429) return error.serverMessage
  return 'Something went wrong on the server. Please try again.'
}

const InvalidLink = ({ text, email }: { text: string; email: string }) => (
  <>
    <AuthHeading title="Invalid Reset Link" />
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Alert severity="error">{text}</Alert>
      <Button component={Link} to={paths.login()} state={{ forgotten: email }} variant="contained" size="large">
        Request a new link
      </Button>
      <Button component={Link} to={paths.login()}>
        Back to Login
      </Button>
    </Box>
  </>
)

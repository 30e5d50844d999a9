import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { isApiError, isUnreachable } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { errorText } from '../../lib/query-client.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AuthHeading } from './AuthHeading.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { MovingOn } from './MovingOn.tsx'
import { authQueries } from './queries.ts'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'

/** Specification 1, section 9. */
const REDIRECT_MS = 3000

/** validating → form or invalid → success → /login. */
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
        <InvalidLink text="Invalid reset link. Please request a new password reset." />
      )}
    </AuthLayout>
  )
}

const CheckedLink = ({ token, email }: { token: string; email: string }) => {
  const [isDone, setIsDone] = useState(false)
  const { isPending, isError, error, refetch, isRefetching } = useQuery(authQueries.resetLink({ token, email }))
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
  // A link that could not be checked is not an invalid one.
  const isLimited = isApiError(error) && error.status === 429
  if (isError && (isLimited || isUnreachable(error)))
    return (
      <>
        <AuthHeading title="Validating Reset Link" />
        <ErrorState
          title={errorText(error, 'Verify reset password token failed')}
          text={isLimited ? error.serverMessage : 'The server cannot be reached right now.'}
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
      </>
    )
  if (isError)
    return <InvalidLink text="This reset link is invalid or has expired. Please request a new password reset." />
  return <ResetPasswordForm token={token} email={email} onDone={() => setIsDone(true)} />
}

const InvalidLink = ({ text }: { text: string }) => (
  <>
    <AuthHeading title="Invalid Reset Link" />
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Alert severity="error">{text}</Alert>
      <Button component={Link} to={paths.login()} variant="outlined">
        Back to Login
      </Button>
    </Box>
  </>
)

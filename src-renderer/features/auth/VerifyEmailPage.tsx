import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { errorText } from '../../lib/query-client.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AuthHeading } from './AuthHeading.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { EmailVerified } from './EmailVerified.tsx'
import { useVerifyEmailToken } from './mutations.ts'

/** Where the link in the verification mail leads: it does what the code does. */
export const VerifyEmailPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  const { mutate, isSuccess, isError, error } = useVerifyEmailToken()
  const hasBegun = useRef(false)
  useEffect(() => {
    // The link works once, so it is used once, also where effects run twice.
    if (!token || !email || hasBegun.current) return
    hasBegun.current = true
    mutate({ token, email })
  }, [token, email, mutate])
  const isBroken = !token || !email
  return (
    <AuthLayout>
      <PageTitle title={isSuccess ? 'Email Verified' : 'Verifying Email'} />
      {isSuccess && <EmailVerified />}
      {!isSuccess && !isError && !isBroken && (
        <Box role="status">
          <CircularProgress size={32} aria-hidden sx={{ mb: 2 }} />
          <AuthHeading title="Verifying Email">This takes a moment.</AuthHeading>
        </Box>
      )}
      {(isError || isBroken) && (
        <>
          <AuthHeading title="Verifying Email">This link did not work.</AuthHeading>
          <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
            <Alert severity="error">
              {isBroken ? 'This link is not complete.' : errorText(error, 'OTP verification failed')} Log in, and we
              send you a new code.
            </Alert>
            <Button component={Link} to={paths.login()} variant="outlined">
              Back to login
            </Button>
          </Box>
        </>
      )}
    </AuthLayout>
  )
}

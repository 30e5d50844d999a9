import { Alert, Box, Button, CircularProgress, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { EmailVerified } from './EmailVerified.tsx'
import { useVerifyEmailToken } from './mutations.ts'
import { registrationQuery } from './queries.ts'

type QuestionProps = { token: string; email: string; confirm: () => void }

/**
 * Asks before it confirms the address, and shows the server's username: a stranger may have registered this address
 * with their own name and password, and a link may claim anything. Asking also keeps mail scanners, which open links,
 * from confirming.
 */
const Question = ({ token, email, confirm }: QuestionProps) => {
  const { data, isLoading } = useQuery(registrationQuery({ token, email }))
  if (isLoading) return <Waiting />
  const username = data?.data.username
  return (
    <>
      <AuthHeading title="Verifying Email">
        {username
          ? `This finishes the registration of “${username}” with the address ${email}.`
          : `This finishes the registration with the address ${email}.`}
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <Button variant="contained" size="large" onClick={confirm}>
          Yes, verify my email
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Did somebody else register {username ? 'under this name' : 'with your address'}? Then leave this page, and
          register with the link in your invitation, or choose a password of your own with ‘Forgot password?’ on the
          login page.
        </Typography>
      </Box>
    </>
  )
}

const Waiting = () => (
  <Box role="status">
    <CircularProgress size={32} aria-hidden sx={{ mb: 2 }} />
    <AuthHeading title="Verifying Email">This takes a moment.</AuthHeading>
  </Box>
)

/** The page of the link in the verification mail. After the person confirms, it verifies the address as the code does. */
export const VerifyEmailPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  const { mutate, isIdle, isPending, isSuccess, isError, error } = useVerifyEmailToken()
  const isBroken = !token || !email
  return (
    <AuthLayout>
      <PageTitle title={isSuccess ? 'Email Verified' : 'Verifying Email'} />
      {isSuccess && <EmailVerified />}
      {isIdle && !isBroken && <Question token={token} email={email} confirm={() => mutate({ token, email })} />}
      {isPending && <Waiting />}
      {(isError || isBroken) && (
        <>
          <AuthHeading title="Verifying Email">This link did not work.</AuthHeading>
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <Alert severity="error">
              {isBroken ? 'This link is not complete.' : errorText(error, 'OTP verification failed')} Log in, and we
              send you a new code.
            </Alert>
            <Button component={Link} to={paths.login()} variant="outlined" size="large">
              Back to login
            </Button>
          </Box>
        </>
      )}
    </AuthLayout>
  )
}

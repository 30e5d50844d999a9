import { Alert, Box, Button } from '@mui/material'
import { Link, useSearchParams } from 'react-router-dom'
import { brand } from '#shared/brand.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { useTakeBackEmail } from './mutations.ts'

const heading = 'This was not me'

/** Asks first: programs that look through mails open their links, and must change nothing. */
const Question = ({ token }: { token: string }) => {
  const { mutate, isPending, isSuccess, isError, error } = useTakeBackEmail()
  if (isSuccess)
    return (
      <>
        <AuthHeading title={heading} />
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Alert severity="success" role="status">
            Your account has its old address again, and all its sessions have ended. Choose a new password now: the
            person who changed the address knew your old one.
          </Alert>
          <Button component={Link} to={paths.forgotPassword()} variant="contained" size="large">
            Choose a new password
          </Button>
        </Box>
      </>
    )
  return (
    <>
      <AuthHeading title={heading}>
        The email address of your {brand.name} account was changed. If that was not you, take the old address back. All
        sessions of the account end at once.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {isError && <Alert severity="error">{errorText(error, 'Failed to take the address back')}</Alert>}
        <Button variant="contained" size="large" loading={isPending} onClick={() => mutate(token)}>
          {isError ? 'Retry' : 'This was not me: take it back'}
        </Button>
      </Box>
    </>
  )
}

/** The page of the link in the notice that an address was changed. */
export const NotMePage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <AuthLayout>
      <PageTitle title={heading} />
      {token === null || token === '' ? (
        <>
          <AuthHeading title={heading} />
          <Alert severity="error">This link is not complete.</Alert>
        </>
      ) : (
        <Question token={token} />
      )}
    </AuthLayout>
  )
}

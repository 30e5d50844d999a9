import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router-dom'
import { brand } from '../../../shared/brand.ts'
import { paths } from '../../lib/paths.ts'
import { errorText } from '../../lib/query-client.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PlainHeader } from '../../ui/PlainHeader.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { useTakeBackEmail } from './mutations.ts'

/** Asks first: programs that look through mails open their links, and must change nothing. */
const Question = ({ token }: { token: string }) => {
  const { mutate, isPending, isSuccess, isError, error } = useTakeBackEmail()
  if (isSuccess)
    return (
      <>
        <Alert severity="success" role="status">
          Your account has its old address again, and all its sessions have ended. Choose a new password now: whoever
          changed the address knew the one that you have.
        </Alert>
        <Button component={Link} to={paths.forgotPassword()} variant="contained">
          Choose a new password
        </Button>
      </>
    )
  return (
    <>
      <span>
        The email address of your {brand.name} account was changed. If that was not you, take the old address back. All
        sessions of the account end at once.
      </span>
      {isError && <Alert severity="error">{errorText(error, 'Failed to take the address back')}</Alert>}
      <Button variant="contained" loading={isPending} onClick={() => mutate(token)}>
        {isError ? 'Retry' : 'This was not me: take it back'}
      </Button>
    </>
  )
}

/** The page of the link in the notice that an address was changed. */
export const NotMePage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <>
      <SkipLink to="main" />
      <PlainHeader />
      <Box component="main" id="main" tabIndex={-1} sx={{ outline: 'none' }}>
        <PageFrame heading="This was not me">
          <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', maxWidth: 480, mt: 3 }}>
            {token === null || token === '' ? (
              <Alert severity="error">This link is not complete.</Alert>
            ) : (
              <Question token={token} />
            )}
          </Box>
        </PageFrame>
      </Box>
    </>
  )
}

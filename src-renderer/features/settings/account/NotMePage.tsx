import { Alert, Box, Button } from '@mui/material'
import { Link, useSearchParams } from 'react-router-dom'
import { brand } from '#shared/brand.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { usePayoutNotMe, useTakeBackEmail } from './mutations.ts'

const heading = 'This was not me'

type Texts = { question: string; done: string; act: string; failed: string }

const ofAddress: Texts = {
  question: `The email address of your ${brand.name} account was changed. If that was not you, take the old address back. All sessions of the account end at once.`,
  done: 'Your account has its old address again, and all its sessions have ended. Choose a new password now: the person who changed the address knew your old one.',
  act: 'This was not me: take it back',
  failed: 'Failed to take the address back',
}
const ofPayout: Texts = {
  question: `Your payout details on ${brand.name} were changed. If that was not you, remove them. All sessions and access tokens of the account end at once.`,
  done: 'The payout details are removed, and all sessions and access tokens have ended. Choose a new password now: the person who changed them knew your old one.',
  act: 'This was not me: remove them',
  failed: 'Failed to remove the payout details',
}

/** Asks first: programs that look through mails open their links, and must change nothing. */
const Question = ({ token, isOfPayout }: { token: string; isOfPayout: boolean }) => {
  const takeBack = useTakeBackEmail()
  const removePayout = usePayoutNotMe()
  const { mutate, isPending, isSuccess, isError, error } = isOfPayout ? removePayout : takeBack
  const { question, done, act, failed } = isOfPayout ? ofPayout : ofAddress
  if (isSuccess)
    return (
      <>
        <AuthHeading title={heading} />
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Alert severity="success" role="status">
            {done}
          </Alert>
          <Button component={Link} to={paths.forgotPassword()} variant="contained" size="large">
            Choose a new password
          </Button>
        </Box>
      </>
    )
  return (
    <>
      <AuthHeading title={heading}>{question}</AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {isError && <Alert severity="error">{errorText(error, failed)}</Alert>}
        <Button variant="contained" size="large" loading={isPending} onClick={() => mutate(token)}>
          {isError ? 'Retry' : act}
        </Button>
      </Box>
    </>
  )
}

/** The page of the link in the mail that an address, or payout details, were changed. */
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
        <Question token={token} isOfPayout={query.get('of') === 'payout'} />
      )}
    </AuthLayout>
  )
}

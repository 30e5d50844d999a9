import { Alert, Box, Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { useCall } from '#data/use-call.ts'
import { query } from '#data/query.ts'
import { isApiError, isRefusal } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { DecisionText, titleOf, toastAppealed } from './Decision.tsx'

const heading = 'Appeal'
/** A refusal is final, so it is not asked again. */
const linkQuery = (token: string) => query('reports.ofLink', { body: { token } }, { gcTime: 0 })

const BadLink = ({ text }: { text: string }) => (
  <>
    <AuthHeading title={heading} />
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Alert severity="error">{text}</Alert>
      <Button component={Link} to={paths.login()}>
        Back to Login
      </Button>
    </Box>
  </>
)

const Linked = ({ token }: { token: string }) => {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(linkQuery(token))
  const send = useCall('reports.appealByLink', {
    input: (text: string) => ({ body: { token, text } }),
    onSuccess: (answer) => {
      client.setQueryData(linkQuery(token).queryKey, answer)
      toastAppealed()
    },
    // Another device may have appealed in the time between, or the link has ended.
    onError: () => void refetch(),
  })
  if (error && isRefusal(error)) return <BadLink text={error.message} />
  if (data)
    return (
      <>
        <AuthHeading title={titleOf(data.data)} />
        <DecisionText report={data.data} send={send} />
        {data.data.isGranted && (
          <Button component={Link} to={paths.login()} variant="contained" size="large" fullWidth sx={{ mt: 2.5 }}>
            Log in
          </Button>
        )}
      </>
    )
  return (
    <>
      <AuthHeading title={heading} />
      {error ? (
        <ErrorState
          title="Failed to load the decision"
          {...(isApiError(error) && error.status === 429 && { text: error.serverMessage })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <DelayedSkeleton>
          <CardSkeleton lines={5} />
        </DelayedSkeleton>
      )}
    </>
  )
}

/** The page of the link in the mail that an account was suspended: its person cannot sign in. */
export const AppealPage = () => {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <AuthLayout>
      <PageTitle title={heading} />
      {token ? <Linked token={token} /> : <BadLink text="This link is not complete." />}
    </AuthLayout>
  )
}

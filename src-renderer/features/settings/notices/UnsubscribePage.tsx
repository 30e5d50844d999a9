import { Alert, Box, Button } from '@mui/material'
import { Link, useSearchParams } from 'react-router-dom'
import { noticeGroupText } from '#shared/rules/notice-groups.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { AuthLayout } from '#parts/entry/AuthLayout.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { useUnsubscribe } from './mutations.ts'

const aboutOf = (group: string | null): string =>
  Object.entries(noticeGroupText).find(([name]) => name === group)?.[1].about ?? 'this'

const SettingsLink = () => (
  <Button component={Link} to={paths.settings('notifications')}>
    All notification settings
  </Button>
)

const heading = 'No more of these mails'

/** Asks whether such mails shall end: programs that look through mails open their links, and must end nothing. */
const Question = ({ token, about }: { token: string; about: string }) => {
  const { mutate, isPending, isSuccess, isError, error } = useUnsubscribe()
  if (isSuccess)
    return (
      <>
        <AuthHeading title={heading} />
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Alert severity="success" role="status">
            You get no more mail about {about}. Your inbox still has it.
          </Alert>
          <SettingsLink />
        </Box>
      </>
    )
  return (
    <>
      <AuthHeading title={heading}>
        Shall we stop sending you mail about {about}? Your inbox will still have it.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {isError && <Alert severity="error">{errorText(error, 'Failed to end these mails')}</Alert>}
        <Button variant="contained" size="large" loading={isPending} onClick={() => mutate(token)}>
          {isError ? 'Retry' : 'Yes, no more of these mails'}
        </Button>
        <SettingsLink />
      </Box>
    </>
  )
}

/** The page of the link in a mail that ends such mails. */
export const UnsubscribePage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <AuthLayout>
      <PageTitle title={heading} />
      {token === null || token === '' ? (
        <>
          <AuthHeading title={heading} />
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <Alert severity="error">This link is not complete.</Alert>
            <SettingsLink />
          </Box>
        </>
      ) : (
        <Question token={token} about={aboutOf(query.get('group'))} />
      )}
    </AuthLayout>
  )
}

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router-dom'
import { noticeGroupText } from '../../../shared/rules/notice-groups.ts'
import { paths } from '../../lib/paths.ts'
import { errorText } from '../../lib/query-client.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PlainHeader } from '../../ui/PlainHeader.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { useUnsubscribe } from './mutations.ts'

const aboutOf = (group: string | null): string =>
  Object.entries(noticeGroupText).find(([name]) => name === group)?.[1].about ?? 'this'

const SettingsLink = () => (
  <Button component={Link} to={paths.settings('notifications')} variant="outlined">
    All notification settings
  </Button>
)

/** Asks whether such mails shall end: programs that look through mails open their links, and must end nothing. */
const Question = ({ token, about }: { token: string; about: string }) => {
  const { mutate, isPending, isSuccess, isError, error } = useUnsubscribe()
  if (isSuccess)
    return (
      <>
        <Alert severity="success" role="status">
          You get no more mail about {about}. Your inbox still has it.
        </Alert>
        <SettingsLink />
      </>
    )
  return (
    <>
      <span>Shall we stop sending you mail about {about}? Your inbox will still have it.</span>
      {isError && <Alert severity="error">{errorText(error, 'Failed to end these mails')}</Alert>}
      <Button variant="contained" loading={isPending} onClick={() => mutate(token)}>
        {isError ? 'Retry' : 'Yes, no more of these mails'}
      </Button>
      <SettingsLink />
    </>
  )
}

/** The page of the link in a mail that ends such mails. */
export const UnsubscribePage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <>
      <SkipLink to="main" />
      <PlainHeader />
      <Box component="main" id="main" tabIndex={-1} sx={{ outline: 'none' }}>
        <PageFrame heading="No more of these mails">
          <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', maxWidth: 480, mt: 3 }}>
            {token === null || token === '' ? (
              <>
                <Alert severity="error">This link is not complete.</Alert>
                <SettingsLink />
              </>
            ) : (
              <Question token={token} about={aboutOf(query.get('group'))} />
            )}
          </Box>
        </PageFrame>
      </Box>
    </>
  )
}

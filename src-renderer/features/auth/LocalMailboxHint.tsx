import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { platform } from '#platform'
import { authQueries } from './queries.ts'

/** On a server that keeps its mails itself: where a newcomer reads them. */
export const LocalMailboxHint = () => {
  const { data: health } = useQuery(authQueries.health())
  if (!health?.mailbox) return null
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      This server sends no real mail. Read it in the{' '}
      {platform.kind === 'web' ? (
        <Link href={health.mailbox} target="_blank" rel="noreferrer">
          local mailbox
        </Link>
      ) : (
        // The desktop app opens https addresses only; this one is for the person's own browser.
        <>local mailbox, at {health.mailbox}</>
      )}
      .
    </Typography>
  )
}

import { Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { platform } from '#platform'
import { platformQueries } from '#data/platform.ts'

/** Says where to read mails, on a server that keeps them itself. */
export const LocalMailboxHint = () => {
  const { data: health } = useQuery(platformQueries.health())
  if (!health?.mailbox) return null
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      This server sends no real mail. <Where {...health.mailbox} />
    </Typography>
  )
}

type Mailbox = { address: string; isKeyed: boolean }

const Where = ({ address, isKeyed }: Mailbox) => {
  // The mailbox's address holds a key that only the app which started the server knows.
  if (isKeyed) return <>Read it in the local mailbox: choose Help, then Local Mailbox, in {menuOf()}.</>
  // The desktop app opens only https addresses, so the address is text for the person's own browser.
  if (platform.kind === 'desktop') return <>Read it in the local mailbox, at {address}.</>
  return (
    <>
      Read it in the{' '}
      <Link href={address} target="_blank" rel="noreferrer">
        local mailbox
      </Link>
      .
    </>
  )
}

const menuOf = (): string => {
  if (platform.kind === 'web') return 'the menu of the desktop app'
  return /Mac/.test(navigator.userAgent) ? 'the menu bar' : 'the app’s menu (the Alt key shows it)'
}

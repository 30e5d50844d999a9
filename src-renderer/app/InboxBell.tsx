import { Badge, Box, IconButton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useCapability } from '../data/capabilities.ts'
import { noticeCountQuery } from '../data/notifications.ts'
import { lazyPart } from '../lib/lazy-code.tsx'
import { useSession } from '../lib/session.ts'
import { visuallyHidden } from '../ui/look/text-looks.ts'
import { BellFrame } from './BellFrame.tsx'

const BellList = lazyPart(async () => (await import('../features/inbox/BellList.tsx')).BellList)

/** Milliseconds without a further notice after which the number is read out. */
const QUIET_MS = 1_000

/** Beside the bell, which stays in sight whatever the number. */
const badgeLook = {
  '& .MuiBadge-standard': { right: -4, top: -1, height: 16, minWidth: 16, px: 0.5 },
} as const

/** More than this many are shown as '99+', and named so, because people who speak to their machine say what they see. */
const SHOWN_MAX = 99

const nameOf = (forYou: number, following: number): string => {
  if (forYou > 0) return `Inbox, ${forYou > SHOWN_MAX ? `${SHOWN_MAX}+` : forYou} unread`
  return following > 0 ? 'Inbox, something new in what you follow' : 'Inbox'
}

/** Reads a grown number out, once for all notices that come within a second. */
const Announced = ({ count }: { count: number | undefined }) => {
  const [said, setSaid] = useState('')
  const known = useRef(count)
  useEffect(() => {
    if (count === undefined) return
    const before = known.current ?? count
    known.current ??= count
    if (count === before) return
    const timer = setTimeout(() => {
      known.current = count
      setSaid(count > before ? `${count.toLocaleString('en-US')} unread in your inbox` : '')
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <Box component="span" role="status" sx={visuallyHidden}>
      {said}
    </Box>
  )
}

const InboxButton = () => {
  const { data } = useQuery(noticeCountQuery())
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { forYou = 0, following = 0 } = data ?? {}
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        aria-label={nameOf(forYou, following)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge
          color="primary"
          max={SHOWN_MAX}
          sx={badgeLook}
          {...(forYou > 0
            ? { badgeContent: forYou }
            : { variant: 'dot', invisible: following === 0, 'data-testid': 'following-dot' })}
        >
          <Bell size={20} strokeWidth={1.75} aria-hidden />
        </Badge>
      </IconButton>
      <Announced count={data?.forYou} />
      <BellFrame anchor={anchor} onClose={close}>
        <Suspense>
          <BellList onLeave={close} />
        </Suspense>
      </BellFrame>
    </>
  )
}

/** The bell of the inbox, where the server has one: the number of what waits for the person, or a dot. */
export const InboxBell = () => {
  const isSignedIn = useSession((session) => session.userID !== null)
  return useCapability('inbox', isSignedIn) ? <InboxButton /> : null
}

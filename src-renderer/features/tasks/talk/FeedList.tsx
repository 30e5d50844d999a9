import { nameOf } from '#shared/rules/person.ts'
import { Box, Button, Typography } from '@mui/material'
import { ArrowDown, History } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FeedEntry, Task } from '#shared/contract/index.ts'
import { feedItems, type FeedItem, historySentence } from '#shared/rules/history-text.ts'
import { useSession } from '#lib/session.ts'
import { KeptPlace } from '#ui/layout/KeptPlace.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { BESIDE_MEDIA } from '#ui/layout/WithAside.tsx'
import { CommentEntry } from './CommentEntry.tsx'
import { Moment } from '#ui/text/Moment.tsx'

/** Pixels from the end of the list within which one reads its end. */
const NEAR_END = 48
/** This many of the newest entries fill the screen; drawn alone they are there sooner, and what is older comes right behind. */
const FIRST_DRAWN = 5

const HistoryEntry = ({ line }: { line: Extract<FeedItem, { type: 'history' }> }) => (
  <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', color: 'text.secondary', py: 0.5 }}>
    <Box component="span" sx={{ width: 28, flex: 'none', display: 'grid', placeItems: 'center' }}>
      <History size={14} aria-hidden />
    </Box>
    <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {historySentence(line)}
    </Typography>
    <Moment at={line.createdAt} />
  </Box>
)

const idOf = (item: FeedItem) => (item.type === 'comment' ? item.entry.id : item.id)
const actorOf = ({ comment, event }: FeedEntry) => (comment ? comment.author : event?.actor)?.id

/** What screen readers hear of a new entry. */
const wordsOf = (entry: FeedEntry): string =>
  entry.event
    ? historySentence({ actor: entry.event.actor, events: [entry.event] })
    : `${entry.comment?.author ? nameOf(entry.comment.author) : 'Somebody'} commented`

/** The entries by others that have come behind the one that was last. */
const newsIn = (entries: readonly FeedEntry[], last: string | undefined, viewerID: string | null): FeedEntry[] => {
  const from = entries.findIndex(({ id }) => id === last)
  return from < 0 ? [] : entries.slice(from + 1).filter((entry) => actorOf(entry) !== viewerID)
}

const NewsButton = ({ onPress }: { onPress: () => void }) => (
  <Box sx={{ textAlign: 'center', height: 0, position: 'relative', top: -44, zIndex: 1 }}>
    <Button variant="contained" size="small" startIcon={<ArrowDown size={16} aria-hidden />} onClick={onPress}>
      New below
    </Button>
  </Box>
)

type FeedListProps = {
  task: Task
  entries: readonly FeedEntry[]
  /** The button that shows what is older, or nothing. */
  earlier: ReactNode
  /** What is in place of comments that are not there; null where it is not needed. */
  note: string | null
}

/**
 * The entries, oldest first. A reader at the end stays at the end. For a reader further up nothing moves, whether older
 * entries appear above or new ones below, and a button says that there are new ones.
 */
export const FeedList = ({ task, entries, earlier, note }: FeedListProps) => {
  const viewerID = useSession(({ userID }) => userID)
  const items = useMemo(() => feedItems(entries), [entries])
  const [isWhole, setIsWhole] = useState(items.length <= FIRST_DRAWN)
  useEffect(() => {
    // A transition gives way to what one does in the meantime.
    startTransition(() => setIsWhole(true))
  }, [])
  const drawn = useMemo(() => (isWhole ? items : items.slice(-FIRST_DRAWN)), [isWhole, items])
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasNews, setHasNews] = useState(false)
  const [announced, setAnnounced] = useState('')
  const last = useRef(entries.at(-1)?.id)

  useEffect(() => {
    const news = newsIn(entries, last.current, viewerID)
    last.current = entries.at(-1)?.id
    const latest = news.at(-1)
    if (!latest) return
    setAnnounced(wordsOf(latest))
    setHasNews(!isAtEnd.current)
  }, [entries, viewerID])

  const holdFocus = () => document.activeElement === document.body && list.current?.focus({ preventScroll: true })
  // The button that has shown all that there was leaves, and the focus goes on in the list. It does at once: the keeper of
  // lost focus (lib/lost-focus.ts) would give it to the first entry, and scroll there.
  const hasEarlier = Boolean(earlier)
  const hadEarlier = useRef(hasEarlier)
  useLayoutEffect(() => {
    if (hadEarlier.current && !hasEarlier) holdFocus()
    hadEarlier.current = hasEarlier
  }, [hasEarlier])
  // So does the button of a comment that was deleted.
  const left = drawn.filter((item) => item.type === 'comment' && !item.entry.comment?.isDeleted).length
  const before = useRef(left)
  useLayoutEffect(() => {
    if (left < before.current) holdFocus()
    before.current = left
  }, [left])

  const toEnd = () => list.current?.scrollTo?.({ top: list.current.scrollHeight })
  useEffect(() => {
    const box = list.current
    if (!box) return
    box.scrollTop = box.scrollHeight
    // Comments are drawn plain until the code for Markdown has come, and grow by it.
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight
    })
    for (const part of [box, ...box.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <Box
        ref={list}
        // Anyone who has no mouse scrolls it by the arrow keys.
        tabIndex={0}
        role="group"
        aria-label="Feed"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight <= NEAR_END
          if (isAtEnd.current) setHasNews(false)
        }}
        sx={{
          px: 3,
          pb: 1,
          flex: '1 1 auto',
          overflowAnchor: 'none',
          // The newest are where they will stay when what is older has come above them.
          ...(!isWhole && { display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' }),
          [BESIDE_MEDIA]: { minHeight: 0, overflowY: 'auto' },
        }}
      >
        <KeptPlace rows={drawn} list={list} isAtEnd={isAtEnd}>
          {isWhole && earlier && <Box sx={{ textAlign: 'center', pb: 1 }}>{earlier}</Box>}
          <Box component="ul" aria-label="Comments and history" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {drawn.map((item) => (
              <li key={idOf(item)} data-entry>
                {item.type === 'comment' && item.entry.comment && (
                  <CommentEntry comment={item.entry.comment} projectID={task.projectID} />
                )}
                {item.type === 'history' && <HistoryEntry line={item} />}
              </li>
            ))}
          </Box>
          {note !== null && <Typography sx={{ color: 'text.secondary', py: 1.5 }}>{note}</Typography>}
        </KeptPlace>
      </Box>
      {hasNews && <NewsButton onPress={toEnd} />}
      <Box role="status" aria-live="polite" sx={visuallyHidden}>
        {announced}
      </Box>
    </>
  )
}

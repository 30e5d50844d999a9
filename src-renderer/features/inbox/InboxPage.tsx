import { Box, Button, Tab, Tabs, Typography } from '@mui/material'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { noticeViews } from '#shared/contract/notifications.ts'
import { inboxQuery, noticeCountQuery } from '#data/notifications.ts'
import { useOffers } from '#lib/commands.ts'
import { toast } from '#lib/toast.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { TOP_BAR_HEIGHT } from '#ui/look/tokens.ts'
import { InboxList, tabLabels } from './InboxList.tsx'
import { InboxPane } from './InboxPane.tsx'
import { useMark, useMarkAllRead, useMute } from './mutations.ts'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { type Thing, thingOf } from './thing.ts'
import { useInboxView } from './use-inbox-view.ts'

type InboxPageProps = {
  /** Draws a task, a request or a project; `gone` stands in for one that is no longer there. Null for all else. */
  drawThing: (thing: Thing, gone: ReactNode, onClose: () => void) => ReactNode
}

/** /inbox: the person's notices, and beside them the thing itself. On a phone the thing covers the list. */
export const InboxPage = ({ drawThing }: InboxPageProps) => {
  const { view, openedID, hrefOfTab, linkTo, replaceBy, close } = useInboxView()
  const inbox = useInfiniteQuery(inboxQuery(view))
  const { data: count } = useQuery(noticeCountQuery())
  const rows = inbox.data?.pages.flatMap(({ data }) => data)
  const mark = useMark()
  const markAll = useMarkAllRead()
  const mute = useMute()
  const list = useRef<HTMLElement>(null)
  const pane = useRef<HTMLElement>(null)
  const [snoozing, setSnoozing] = useState<{ anchor: HTMLElement; id: string } | null>(null)

  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-notice="${CSS.escape(id)}"]`)
  /** On a phone the opened thing covers the list, which cannot have the focus then. */
  const isListShown = () => list.current !== null && getComputedStyle(list.current).visibility !== 'hidden'
  const focusRow = (id: string | undefined) => {
    if (!isListShown()) return pane.current?.focus()
    const row = (id !== undefined && rowOf(id)) || list.current
    row?.focus()
    row?.scrollIntoView?.({ block: 'nearest' })
  }
  const focusedID = () =>
    document.activeElement?.closest<HTMLElement>('[data-notice]')?.dataset['notice'] ?? openedID ?? undefined

  const notice = rows?.find(({ id }) => id === openedID)
  // A notice of a link may be further down in the list.
  const isSought = openedID !== null && !notice && inbox.hasNextPage && !inbox.isError
  useEffect(() => {
    if (isSought && !inbox.isFetching) void inbox.fetchNextPage()
  })
  const isMissing = openedID !== null && !notice && rows !== undefined && !inbox.isFetching && !inbox.hasNextPage

  /** Opening reads; a notice that is made unread while it is open stays so. */
  const readOnOpening = useEffectEvent(() => {
    if (notice?.isUnread && view !== 'snoozed') mark.mutate({ notice, as: 'read' })
  })
  // At once with the drawing: a press of U that came between the two would be undone by this reading.
  useLayoutEffect(() => readOnOpening(), [notice?.id])
  const arrive = useEffectEvent((before: string | null) => {
    if (openedID === null && before !== null) focusRow(before)
    else if (openedID !== null && !isListShown()) pane.current?.focus()
  })
  const shownBefore = useRef<string | null>(null)
  useEffect(() => {
    arrive(shownBefore.current)
    shownBefore.current = openedID
  }, [openedID])

  const step = (by: 1 | -1) => {
    if (!rows || rows.length === 0) return
    const at = rows.findIndex(({ id }) => id === focusedID())
    const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (!next) return
    if (isListShown()) focusRow(next.id)
    else replaceBy(next.id)
  }
  /** Goes on to the notice after one that leaves the list; the last one goes back to the one before it. */
  const goOn = (id: string) => {
    const at = rows?.findIndex((one) => one.id === id) ?? -1
    const next = rows?.[at + 1] ?? rows?.[at - 1]
    if (openedID === id) {
      if (next) replaceBy(next.id)
      else close()
    }
    focusRow(next?.id)
  }
  const withNotice = (act: (one: NonNullable<typeof notice>) => void) => {
    const id = focusedID()
    const one = rows?.find((row) => row.id === id)
    if (one) act(one)
  }
  const acts = {
    done: () => {
      if (isMissing) return close()
      withNotice((one) => {
        if (view === 'done') return
        goOn(one.id)
        mark.mutate({ notice: one, as: 'done' })
      })
    },
    unread: () =>
      withNotice((one) => {
        // It leaves a list of those that are done or snoozed, and goes back to where it was.
        if (view === 'done' || view === 'snoozed') goOn(one.id)
        mark.mutate({ notice: one, as: 'unread' })
      }),
    mute: () =>
      withNotice(({ task }) => {
        if (task) mute.mutate({ taskID: task.id, title: task.title })
        else toast('Only tasks can be muted.')
      }),
    snooze: (anchor?: HTMLElement) =>
      withNotice((one) => {
        const at = anchor ?? rowOf(one.id) ?? pane.current
        if (at && view !== 'done') setSnoozing({ anchor: at, id: one.id })
      }),
  }
  const snoozeUntil = (until: Date) => {
    const one = rows?.find(({ id }) => id === snoozing?.id)
    setSnoozing(null)
    if (!one) return
    goOn(one.id)
    mark.mutate({ notice: one, as: 'snoozed', until })
  }
  const upTo = inbox.data?.pages[0]?.upTo ?? null
  const markAllRead = () => {
    if (upTo !== null) markAll.mutate(upTo)
  }
  useOffers({
    'inbox.next': () => ({ run: () => step(1) }),
    'inbox.previous': () => ({ run: () => step(-1) }),
    'inbox.done': () => ({ run: acts.done }),
    'inbox.snooze': () => ({ run: () => acts.snooze() }),
    'inbox.unread': () => ({ run: acts.unread }),
    'inbox.allRead': () => ({ run: markAllRead }),
    'inbox.mute': () => ({ run: acts.mute }),
  })

  const isOpened = openedID !== null
  const numbers = { forYou: count?.forYou, following: count?.following, snoozed: 0, done: 0 }
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(320px, 400px) minmax(0, 1fr)' },
        gridTemplateRows: 'minmax(0, 1fr)',
        height: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`,
        '& > *': { gridRow: 1, gridColumn: { xs: 1, md: 'auto' } },
      }}
    >
      <PageTitle title="Inbox" />
      <Box
        component="section"
        aria-label="Inbox"
        ref={list}
        tabIndex={-1}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          minHeight: 0,
          outline: 'none',
          borderRight: { md: 1 },
          borderColor: { md: 'divider' },
          // The list keeps the place that it is scrolled to while the thing covers it.
          visibility: { xs: isOpened ? 'hidden' : 'visible', md: 'visible' },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 2, pt: 2 }}>
          <Typography variant="title" component="h1">
            Inbox
          </Typography>
          {view !== 'done' && view !== 'snoozed' && (
            <Button
              size="small"
              onClick={markAllRead}
              loading={markAll.isPending}
              disabled={upTo === null || numbers[view] === 0}
            >
              Mark all read
            </Button>
          )}
        </Box>
        <Tabs
          value={view}
          aria-label="Which notices"
          variant="scrollable"
          scrollButtons={false}
          sx={{ px: 1, flex: 'none', borderBottom: 1, borderColor: 'divider' }}
        >
          {noticeViews.map((one) => (
            <Tab
              key={one}
              value={one}
              component={Link}
              to={hrefOfTab(one)}
              label={numbers[one] ? `${tabLabels[one]} ${numbers[one]}` : tabLabels[one]}
              sx={{ minWidth: 0, px: 1.5 }}
            />
          ))}
        </Tabs>
        <Box key={view} sx={{ overflowY: 'auto', minHeight: 0, flex: 1 }}>
          <InboxList
            view={view}
            rows={rows}
            error={inbox.error}
            isFetching={inbox.isFetching}
            onRetry={() => void inbox.refetch()}
            hasMore={inbox.hasNextPage}
            isLoadingMore={inbox.isFetchingNextPage}
            onMore={() => void inbox.fetchNextPage()}
            openedID={openedID}
            linkTo={linkTo}
          />
        </Box>
      </Box>
      <Box sx={{ display: { xs: isOpened ? 'grid' : 'none', md: 'grid' }, minHeight: 0, zIndex: 1 }}>
        <InboxPane
          key={openedID}
          paneRef={pane}
          view={view}
          opened={notice ?? (isMissing ? 'gone' : null)}
          acts={acts}
          onBack={close}
          drawThing={(one, gone) => drawThing(thingOf(one), gone, close)}
        />
      </Box>
      <SnoozeMenu
        anchor={snoozing?.anchor ?? null}
        onClose={() => {
          snoozing?.anchor.focus()
          setSnoozing(null)
        }}
        onChoose={snoozeUntil}
      />
    </Box>
  )
}

import { Box, Button, Tab, Tabs, Typography } from '@mui/material'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { noticeViews } from '#shared/contract/notifications.ts'
import { inboxQuery, noticeCountQuery } from '#data/notifications.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { TOP_BAR_HEIGHT } from '#ui/look/tokens.ts'
import { InboxList, tabLabels } from './InboxList.tsx'
import { InboxPane } from './InboxPane.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { type Thing, thingOf } from './thing.ts'
import { useInboxFocus } from './use-inbox-focus.ts'
import { useInboxView } from './use-inbox-view.ts'
import { useNoticeActs } from './use-notice-acts.ts'

type InboxPageProps = {
  /** Draws a task, a request or a project; `gone` stands in for one that is no longer there. Null for all else. */
  drawThing: (thing: Thing, gone: ReactNode, onClose: () => void) => ReactNode
}

/** The title, 'Mark all read', and the tabs with their numbers. */
const InboxHead = ({ reading }: Pick<ReturnType<typeof useNoticeActs>, 'reading'>) => {
  const { view, hrefOfTab } = useInboxView()
  const { data: count } = useQuery(noticeCountQuery())
  const numbers = { forYou: count?.forYou, following: count?.following, snoozed: 0, done: 0 }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 2, pt: 2 }}>
        <Typography variant="title" component="h1">
          Inbox
        </Typography>
        {view !== 'done' && view !== 'snoozed' && (
          <Button
            size="small"
            onClick={reading.all}
            loading={reading.isPending}
            disabled={!reading.isPossible || numbers[view] === 0}
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
            label={numbers[one] ? `${tabLabels[one]} ${numbers[one].toLocaleString('en-US')}` : tabLabels[one]}
            sx={{ minWidth: 0, px: 1.5 }}
          />
        ))}
      </Tabs>
    </>
  )
}

/** /inbox: the person's notices, and beside them the thing itself. On a phone the thing covers the list. */
export const InboxPage = ({ drawThing }: InboxPageProps) => {
  const address = useInboxView()
  const { view, openedID, linkTo, close } = address
  const inbox = useInfiniteQuery(inboxQuery(view))
  const list = useRef<HTMLElement>(null)
  const pane = useRef<HTMLElement>(null)
  const focus = useInboxFocus({ list, pane }, openedID)
  const { rows, opened, acts, snoozing, reading } = useNoticeActs({ inbox, view: address, focus, pane })

  const isOpened = openedID !== null
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
        <InboxHead reading={reading} />
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
          opened={opened}
          acts={acts}
          onBack={close}
          drawThing={(one, gone) => drawThing(thingOf(one), gone, close)}
        />
      </Box>
      <SnoozeMenu
        anchor={snoozing.anchor}
        onClose={() => {
          snoozing.anchor?.focus()
          snoozing.end()
        }}
        onChoose={snoozing.until}
      />
    </Box>
  )
}

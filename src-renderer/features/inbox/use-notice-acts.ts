import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Notice } from '#shared/contract/notifications.ts'
import { useOffers } from '#lib/commands.ts'
import { toast } from '#lib/toast.ts'
import { useMark, useMarkAllRead, useMute } from './mutations.ts'
import type { useInboxFocus } from './use-inbox-focus.ts'
import type { InboxView } from './use-inbox-view.ts'

type Page = { data: Notice[]; upTo: string | null }
type Inbox = UseInfiniteQueryResult<InfiniteData<Page>>
type InboxParts = {
  inbox: Inbox
  view: InboxView
  focus: ReturnType<typeof useInboxFocus>
  pane: RefObject<HTMLElement | null>
}

const rowsOf = (inbox: Inbox) => inbox.data?.pages.flatMap(({ data }) => data)

/** The opened notice; it is missing where the whole list does not have it. */
const useOpenedNotice = (inbox: Inbox, openedID: string | null) => {
  const rows = rowsOf(inbox)
  const notice = rows?.find(({ id }) => id === openedID)
  // A notice of a link may be further down in the list.
  const isSought = openedID !== null && !notice && inbox.hasNextPage && !inbox.isError
  useEffect(() => {
    if (isSought && !inbox.isFetching) void inbox.fetchNextPage()
  })
  const isMissing = openedID !== null && !notice && rows !== undefined && !inbox.isFetching && !inbox.hasNextPage
  return { notice, isMissing }
}

/** What can be done with the notices of a list, by key and by button, and with the one that is opened. */
export const useNoticeActs = ({ inbox, view: { view, openedID, replaceBy, close }, focus, pane }: InboxParts) => {
  const { rowOf, isListShown, focusRow, focusedID } = focus
  const rows = rowsOf(inbox)
  const mark = useMark()
  const markAll = useMarkAllRead()
  const mute = useMute()
  const [snoozing, setSnoozing] = useState<{ anchor: HTMLElement; id: string } | null>(null)

  const { notice, isMissing } = useOpenedNotice(inbox, openedID)

  /** Opening reads; a notice that is made unread while it is open stays so. */
  const readOnOpening = useEffectEvent(() => {
    if (notice?.isUnread && view !== 'snoozed') mark.mutate({ notice, as: 'read' })
  })
  // At once with the drawing: a press of U that came between the two would be undone by this reading.
  useLayoutEffect(() => readOnOpening(), [notice?.id])

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

  return {
    rows,
    opened: notice ?? (isMissing ? ('gone' as const) : null),
    acts,
    snoozing: { anchor: snoozing?.anchor ?? null, until: snoozeUntil, end: () => setSnoozing(null) },
    reading: { all: markAllRead, isPending: markAll.isPending, isPossible: upTo !== null },
  }
}

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { useOffers } from '#lib/commands.ts'
import type { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import type { ShownLabel } from '../data/private-labels.ts'

type View = ReturnType<typeof useCollaboratorsView>
type Refs = { list: RefObject<HTMLElement | null>; reader: RefObject<HTMLElement | null> }

const isOpen = ({ status }: ProjectRequest) => status === requestStatus.pending

/**
 * Where one is in the list and the reader: J and K go on, and after a decision the focus goes to the next application that
 * waits. `rows` are the applications as the list shows them.
 */
export const useApplicationKeys = (
  rows: readonly ProjectRequest[],
  view: Pick<View, 'openedID' | 'replaceBy' | 'closeApplication'>,
  { list, reader }: Refs,
  toggleLabel: (request: ProjectRequest, label: ShownLabel) => void,
) => {
  const { openedID, replaceBy, closeApplication } = view
  const [next, setNext] = useState<{ id: string } | null>(null)

  const linkOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-application="${CSS.escape(id)}"]`)
  /** On a phone the opened application covers the list, which cannot have the focus then. */
  const isListShown = () => list.current !== null && getComputedStyle(list.current).display !== 'none'
  const focusRow = (id: string) => {
    const link = linkOf(id)
    link?.focus()
    link?.scrollIntoView?.({ block: 'nearest' })
  }
  /** The application that the keys are about: the focused row, or the one that is open. */
  const current = (): ProjectRequest | undefined => {
    const row = document.activeElement?.closest('article')?.querySelector<HTMLElement>('[data-application]')
    const id = (row && list.current?.contains(row) ? row.dataset['application'] : undefined) ?? openedID
    return rows.find((one) => one.id === id)
  }
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === current()?.id)
    const to = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (!to) return
    if (openedID !== null) replaceBy(to.id)
    if (isListShown()) focusRow(to.id)
  }
  /** To be asked before a decision changes the order: who comes after these. */
  const after = (decided: ReadonlySet<string>): string | null => {
    const last = rows.findLastIndex(({ id }) => decided.has(id))
    const waits = (one: ProjectRequest) => isOpen(one) && !decided.has(one.id)
    return (rows.slice(last + 1).find(waits) ?? rows.slice(0, Math.max(0, last)).findLast(waits))?.id ?? null
  }
  /** The reader goes on by an answer, and takes the focus along. */
  const isFollowed = useRef(false)
  const arrive = useEffectEvent((id: string) => {
    if (openedID !== null) {
      // The reader of another person is another element, which has the focus once it is there.
      if (openedID === id) return reader.current?.focus()
      isFollowed.current = true
      return replaceBy(id)
    }
    focusRow(id)
  })
  // After the dialog that asked has given the focus back.
  useEffect(() => {
    if (next) arrive(next.id)
  }, [next])

  const offer = (label: ShownLabel) => () => {
    const request = current()
    return request ? { run: () => toggleLabel(request, label) } : null
  }
  useOffers({
    'applications.next': () => (rows.length > 0 ? { run: () => step(1) } : null),
    'applications.previous': () => (rows.length > 0 ? { run: () => step(-1) } : null),
    'list.close': () => (openedID === null ? null : { run: closeApplication }),
    'applications.shortlist': offer('shortlist'),
    'applications.maybe': offer('maybe'),
    'applications.no': offer('no'),
  })

  const shownBefore = useRef(openedID)
  const move = useEffectEvent((before: string | null) => {
    if (openedID === null && before !== null) focusRow(before)
    // Anyone who opens one by a press or on a phone reads on in it; J and K stay in the list where that is shown.
    else if (openedID !== null && (before === null || isFollowed.current || !isListShown())) reader.current?.focus()
    isFollowed.current = false
  })
  useEffect(() => {
    if (shownBefore.current !== openedID) move(shownBefore.current)
    shownBefore.current = openedID
  }, [openedID])

  return { step, after, goTo: (id: string | null) => id !== null && setNext({ id }) }
}

import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

let openedLast: string | null = null

/** Remembers the card that is opened, so that the focus can return to it. */
export const rememberOpened = (projectID: string): void => {
  openedLast = projectID
}
const takeOpened = (): string | null => {
  const projectID = openedLast
  openedLast = null
  return projectID
}

/** The ref for a list: when the person comes back to the list, the card that they opened has the focus again. */
export const useFocusReturn = (): RefObject<HTMLUListElement | null> => {
  const list = useRef<HTMLUListElement>(null)
  const hasGoneBack = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    const projectID = takeOpened()
    if (!hasGoneBack || !projectID) return
    const title = list.current?.querySelector<HTMLAnchorElement>(`[data-project="${CSS.escape(projectID)}"] a`)
    title?.focus({ preventScroll: true })
  }, [hasGoneBack])
  return list
}

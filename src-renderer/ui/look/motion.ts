import { type RefObject, useEffect, useState } from 'react'

/** Whether the person's system asks for less motion. */
export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The part of an element that must be in the window for it to count as seen. */
const SEEN = 0.25

/** Whether the element is in the window, in a tab that shows. True where a browser cannot tell. */
export const useIsSeen = (element: RefObject<Element | null>): boolean => {
  const [isInWindow, setIsInWindow] = useState(typeof IntersectionObserver === 'undefined')
  const [isTabShown, setIsTabShown] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsInWindow(entries.some(({ isIntersecting }) => isIntersecting)),
      { threshold: SEEN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    const notice = () => setIsTabShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', notice)
    return () => document.removeEventListener('visibilitychange', notice)
  }, [])
  return isInWindow && isTabShown
}

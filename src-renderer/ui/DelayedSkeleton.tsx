import { type ReactNode, useEffect, useState } from 'react'

/** A skeleton that is shown for a shorter time would only flicker. */
const SKELETON_DELAY_MS = 300

/** Shows its children, skeletons in the shape of the content, once loading has taken longer than 300 ms. */
export const DelayedSkeleton = ({ children }: { children: ReactNode }) => {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true" aria-live="polite">
      {isDue ? children : null}
    </div>
  )
}

import type { ReactNode } from 'react'
import { useAfterMoment } from '#lib/use-after-moment.ts'

/** Shows its children, skeletons in the shape of the content, once loading has taken longer than 300 ms. */
export const DelayedSkeleton = ({ children }: { children: ReactNode }) => {
  const isDue = useAfterMoment(true)
  return (
    <div aria-busy="true" aria-live="polite">
      {isDue ? children : null}
    </div>
  )
}

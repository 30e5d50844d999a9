import { Box } from '@mui/material'
import { type ReactNode, useDeferredValue } from 'react'

type LaterProps = {
  /** The height in pixels that is kept for the part, so that nothing moves when it comes; 0 where nothing is below it. */
  height?: number
  children: ReactNode
}

/** A part of a screen that may come a moment after what people look at first: that is there sooner without it. */
export const Later = ({ height = 0, children }: LaterProps) => {
  const isItsTurn = useDeferredValue(true, false)
  if (isItsTurn) return children
  return height > 0 ? <Box sx={{ flex: 'none', height }} /> : null
}

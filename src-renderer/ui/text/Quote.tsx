import { Box } from '@mui/material'
import type { ReactNode } from 'react'

type QuoteProps = {
  sx?: { mt?: number; color?: 'text.secondary'; whiteSpace?: 'pre-line' }
  'aria-label'?: string
  children: ReactNode
}

/** Somebody's words, with a line at their side. */
export const Quote = ({ sx, ...props }: QuoteProps) => (
  <Box
    component="blockquote"
    {...props}
    sx={{
      m: 0,
      pl: 1.5,
      borderLeft: '2px solid',
      borderColor: 'divider',
      typography: 'body2',
      overflowWrap: 'anywhere',
      ...sx,
    }}
  />
)

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** Why the place is empty, and what a person may do about it. */
  text?: string
  /** The address of one of our own drawings, which only decorates. */
  illustration?: string
  action?: ReactNode
  /** The heading's level, which must fit the headings around it. */
  headingLevel?: 1 | 2 | 3 | 4
  /** The ID of the heading, for a region that is named by it. */
  titleId?: string
}

/** Fills an empty place: says what is missing and why, and offers one next step. */
export const EmptyState = ({ title, text, illustration, action, headingLevel = 2, titleId }: EmptyStateProps) => (
  <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, px: 3, py: { xs: 6, md: 9 } }}>
    {illustration && (
      // The image has the drawings' size from the start, so that nothing moves when the drawing arrives.
      <Box
        component="img"
        src={illustration}
        alt=""
        width={280}
        height={180}
        sx={{ width: 'min(100%, 280px)', height: 'auto', mb: 1 }}
      />
    )}
    <Typography id={titleId} variant="h3" component={`h${headingLevel}`}>
      {title}
    </Typography>
    {text && <Typography sx={{ maxWidth: 440, color: 'text.secondary' }}>{text}</Typography>}
    {action && <Box sx={{ mt: 1.5 }}>{action}</Box>}
  </Box>
)

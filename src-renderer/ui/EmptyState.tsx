import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  /** Why it is empty, and what a person may do about it. */
  text?: string
  /** Address of a picture of our own; decoration only. */
  illustration?: string
  action?: ReactNode
  /** Level of the heading, so that headings stay in order. */
  headingLevel?: 1 | 2 | 3 | 4
  /** For whoever names a region by the heading. */
  titleId?: string
}

/** What is missing, why, and one next step. */
export const EmptyState = ({ title, text, illustration, action, headingLevel = 2, titleId }: EmptyStateProps) => (
  <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, px: 3, py: { xs: 6, md: 9 } }}>
    {illustration && (
      // The drawings' own size: the room is there before they are, so nothing moves when they arrive.
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

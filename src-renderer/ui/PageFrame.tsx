import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import { PAGE_WIDTH } from './tokens.ts'

type PageFrameProps = {
  /** The page's name in the tab; its heading when not given. Without either the tab keeps the name it has. */
  title?: string
  /** The page's h1. Left out where the page's own content brings it. */
  heading?: string | undefined
  /** A sentence below the heading. */
  lead?: string
  /** Beside the heading, on a phone below it: what one can do on this page. */
  toolbar?: ReactNode
  children: ReactNode
}

/** A page below the top bar: how wide it is, how far from the edges, and what stands at its head. */
export const PageFrame = ({ heading, title = heading, lead, toolbar, children }: PageFrameProps) => (
  <Box sx={{ maxWidth: PAGE_WIDTH, mx: 'auto', px: { xs: 2, md: 3 }, py: { xs: 3, md: 5 } }}>
    {title !== undefined && <PageTitle title={title} />}
    {heading && (
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { sm: 'center' },
          justifyContent: 'space-between',
          gap: 2,
          ...(toolbar && { mb: 4 }),
        }}
      >
        <Typography variant="h1">{heading}</Typography>
        {toolbar}
      </Box>
    )}
    {lead && <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>{lead}</Typography>}
    {children}
  </Box>
)

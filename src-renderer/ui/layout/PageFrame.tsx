import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import { PAGE_WIDTH, WORKSPACE_WIDTH } from '../look/tokens.ts'

type PageFrameProps = {
  /** The page's name in the browser's tab, by default its heading. Without either the tab keeps its name. */
  title?: string
  /** The page's h1; left out where the content has an h1 itself. */
  heading?: string | undefined
  /** A sentence below the heading. */
  lead?: string
  /** A page of cards beside its filters, which takes a workspace's width where there is room for another column. */
  isWide?: boolean
  /** The page's buttons, beside the heading, or below it where there is no room. */
  toolbar?: ReactNode
  children: ReactNode
}

/** The frame of a page below the top bar: its width, its padding and its head. */
export const PageFrame = ({ heading, title = heading, lead, isWide = false, toolbar, children }: PageFrameProps) => (
  <Box
    sx={{
      maxWidth: { xs: PAGE_WIDTH, ...(isWide && { xl: WORKSPACE_WIDTH }) },
      mx: 'auto',
      px: { xs: 2, md: 3 },
      py: { xs: 3, md: 5 },
    }}
  >
    {title !== undefined && <PageTitle title={title} />}
    {heading && (
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: { xs: 1, sm: 2 },
          ...(toolbar && { mb: { xs: 2, sm: 3 } }),
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

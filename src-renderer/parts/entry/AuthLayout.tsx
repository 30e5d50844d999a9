import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { PlainHeader } from '#ui/layout/PlainHeader.tsx'
import { SkipLink } from '#ui/layout/SkipLink.tsx'
import { TestimonialPanel } from './TestimonialPanel.tsx'

/**
 * The frame of every screen before sign-in or behind a mail's link: one narrow column with its heading always at the
 * same height, and beside it a panel on wide windows.
 */
export const AuthLayout = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      minHeight: '100dvh',
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
      bgcolor: 'background.paper',
    }}
  >
    <SkipLink to="main" />
    <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <PlainHeader />
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{
          flex: 1,
          display: 'grid',
          alignContent: 'start',
          justifyItems: 'center',
          px: 2,
          pt: { xs: 'clamp(16px, 6dvh, 56px)', md: 'clamp(24px, 13dvh, 144px)' },
          pb: 4,
          outline: 'none',
        }}
      >
        <Box sx={{ width: '100%', maxWidth: 400 }}>{children}</Box>
      </Box>
    </Box>
    <Box sx={{ display: { xs: 'none', md: 'block' }, p: 2, pl: 0 }}>
      {/* However long the column is, the panel fills the window and stays in it. */}
      <Box sx={{ position: 'sticky', top: 16, height: 'calc(100dvh - 32px)' }}>
        <TestimonialPanel />
      </Box>
    </Box>
  </Box>
)

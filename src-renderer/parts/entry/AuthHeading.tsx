import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** The title and the first sentence of a sign-in screen. */
export const AuthHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Box sx={{ mb: 4 }}>
    <Typography variant="title" component="h1">
      {title}
    </Typography>
    {children && <Typography sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Typography>}
  </Box>
)

import { Box, type BoxProps } from '@mui/material'

/** Somebody's words, with a line at their side. */
export const Quote = ({ sx, ...props }: Pick<BoxProps, 'sx' | 'children' | 'aria-label'>) => (
  <Box
    component="blockquote"
    {...props}
    sx={[
      { m: 0, pl: 1.5, borderLeft: '2px solid', borderColor: 'divider', typography: 'body2', overflowWrap: 'anywhere' },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  />
)

import { Box } from '@mui/material'

/** Says how much of a limited text is used, such as "12 / 400", in red once it is too much. */
export const CharacterCount = ({ count, max }: { count: number; max: number }) => (
  <Box
    component="span"
    className="tabular"
    sx={{ display: 'block', textAlign: 'right', color: count > max ? 'error.main' : 'text.secondary' }}
  >
    {count} / {max}
  </Box>
)

import { Typography } from '@mui/material'
import type { UserRequest } from '#shared/contract/index.ts'

/** Says that an answer date was put off, and why. Both sides of a request read it. */
export const ProlongedNote = ({ prolonged }: { prolonged: NonNullable<UserRequest['prolonged']> }) => (
  <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
    Seven more days to answer: {prolonged.reason}
  </Typography>
)

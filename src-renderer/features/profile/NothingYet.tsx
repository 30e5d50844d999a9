import { Typography } from '@mui/material'

/** Fills the place of a list or text that is still empty. */
export const NothingYet = ({ text, hint }: { text: string; hint?: string | undefined }) => (
  <>
    <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
    {hint && (
      <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
        {hint}
      </Typography>
    )}
  </>
)

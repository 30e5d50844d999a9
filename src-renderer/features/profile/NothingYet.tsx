import Typography from '@mui/material/Typography'

/** What stands where there is nothing yet. */
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

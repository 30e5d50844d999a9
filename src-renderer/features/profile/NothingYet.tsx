import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** A part of the profile in a box of its own, named by its heading. */
export const ProfileBox = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => {
  const titleId = useId()
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 32, mb: 1 }}
      >
        <Typography id={titleId} variant="h3" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  )
}

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

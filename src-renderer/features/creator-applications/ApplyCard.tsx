import { Box, Card, Typography } from '@mui/material'
import { ApplyForm } from './ApplyForm.tsx'

/** The invitation to apply, for a person who has not applied yet; `isForEveryone`: it is approved at once. */
export const ApplyCard = ({ isForEveryone }: { isForEveryone: boolean }) => (
  <Card sx={{ p: 3, display: 'grid', gap: 2 }}>
    <Box>
      <Typography variant="panel" component="h2">
        Apply to publish
      </Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>
        {isForEveryone
          ? 'Nothing has to be filled in, and nobody has to approve it: you can publish at once.'
          : 'Nothing has to be filled in: we look at your profile and your finished tasks. You can keep taking on work while you wait.'}
      </Typography>
    </Box>
    <ApplyForm label="Apply Now" marketLabel="Explore Projects" />
  </Card>
)

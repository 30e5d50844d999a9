import { Box, Button, Card, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { useApply } from './mutations.ts'

/** The invitation to apply, for a person who has not applied yet. */
export const ApplyCard = () => {
  const { apply, isPending } = useApply()
  return (
    <Card sx={{ p: 3, display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="panel" component="h2">
          Apply to publish
        </Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>
          Nothing to fill in: we look at your profile and your finished tasks. A bio that says what you want to build
          helps. You can keep taking on work while you wait.
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" loading={isPending} onClick={apply}>
          Apply Now
        </Button>
        <Button component={Link} to={paths.market()} variant="outlined">
          Explore Projects
        </Button>
      </Box>
    </Card>
  )
}

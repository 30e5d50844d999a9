import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { emptySearchImage } from '../../ui/illustrations.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'

/** No such project for this viewer. */
export const ProjectUnknown = () => (
  <>
    <PageTitle title="Project not found" />
    <EmptyState
      headingLevel={1}
      illustration={emptySearchImage}
      title="Project not found"
      text="It may have been deleted, or it is not open to you."
      action={
        <Button component={Link} to={paths.myProjects()} variant="outlined">
          Go to My Projects
        </Button>
      }
    />
  </>
)

/** While nothing of the project is there. */
export const ProjectLoading = () => (
  <>
    <Box role="status" sx={{ mb: 3 }}>
      <Typography component="h1" sx={{ color: 'text.secondary' }}>
        Loading project...
      </Typography>
    </Box>
    <DelayedSkeleton>
      <Skeleton width="44%" height={44} />
      <Skeleton width="68%" height={24} sx={{ mb: 3 }} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' } }}>
        {[0, 1, 2, 3].map((tile) => (
          <Skeleton key={tile} variant="rounded" height={92} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={220} sx={{ mt: 3 }} />
    </DelayedSkeleton>
  </>
)

/** The project's details did not come; what else there is stands below, with placeholders. */
export const ProjectFailed = ({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) => (
  <Box sx={{ mb: 3 }}>
    <ErrorState
      title="Failed to load project data"
      text="Please try again in a moment."
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  </Box>
)

/** What the viewer may do here could not be found out: they are not taken for less than they are without a word. */
export const RoleFailed = ({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) => (
  <Box sx={{ mb: 3 }}>
    <ErrorState
      title="Failed to load your role in this project"
      text="Until it is known, what only owners and admins may do is left out."
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  </Box>
)

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { emptySearchImage } from '../../ui/illustrations.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import type { WorkspaceTab } from '../../../shared/rules/addresses.ts'

/** Says that there is no such project for this viewer. */
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

const tiles = (count: number, height: number) =>
  Array.from({ length: count }, (_, tile) => <Skeleton key={tile} variant="rounded" height={height} />)
const grid = (columns: string | Readonly<Record<string, string>>) =>
  ({ display: 'grid', gap: 2, gridTemplateColumns: columns }) as const

/** The shape of each tab while its content loads. */
const shapes: Readonly<Record<WorkspaceTab, ReactNode>> = {
  overview: (
    <>
      <Box sx={grid({ xs: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' })}>{tiles(4, 92)}</Box>
      <Box sx={{ ...grid({ xs: '1fr', lg: '1fr 340px' }), mt: 3 }}>{tiles(2, 220)}</Box>
    </>
  ),
  tasks: (
    <>
      <Box sx={{ ...grid({ xs: '1fr', sm: '2fr 1fr' }), mb: 2 }}>{tiles(2, 47)}</Box>
      <Box sx={grid({ xs: '1fr', md: 'repeat(4, 1fr)' })}>{tiles(4, 440)}</Box>
    </>
  ),
  files: <Box sx={grid('1fr')}>{[<Skeleton key="drop" variant="rounded" height={120} />, ...tiles(4, 56)]}</Box>,
  collaborators: (
    <>
      <Box sx={{ ...grid({ xs: '1fr', sm: 'repeat(3, 1fr)' }), mb: 3 }}>{tiles(3, 122)}</Box>
      <Box sx={grid('1fr')}>{tiles(4, 64)}</Box>
    </>
  ),
  settings: <Box sx={grid({ xs: '1fr', lg: '1fr 400px' })}>{tiles(2, 320)}</Box>,
}

/** Shows the heading and the tab's shape while the project loads. */
export const ProjectLoading = ({ tab }: { tab: WorkspaceTab }) => (
  <>
    <Box role="status" sx={{ mb: 3 }}>
      <Typography component="h1" sx={{ color: 'text.secondary' }}>
        Loading project...
      </Typography>
    </Box>
    <DelayedSkeleton>
      <Skeleton width={180} height={36} sx={{ mb: 2 }} />
      {shapes[tab]}
    </DelayedSkeleton>
  </>
)

/** Says that the project's details could not be loaded; the rest of the tab stands below, with placeholders. */
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

/** Says that the viewer's role could not be read, so that a manager knows why they see no more than a member. */
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

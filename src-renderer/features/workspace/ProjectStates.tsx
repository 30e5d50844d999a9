import { Box, Button, Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import type { WorkspaceTab } from '#shared/rules/addresses.ts'

/** Says that there is no such project for this viewer. */
export const ProjectUnknown = () => (
  <>
    <PageTitle title="Project not found" />
    <EmptyState
      kind="unknown"
      headingLevel={1}
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
  ({ display: 'grid', gap: 1.5, gridTemplateColumns: columns }) as const
const line = (height: number) => <Skeleton variant="rounded" height={height} sx={{ mb: 1.5 }} />

/** The shape of each tab while its content loads. */
const shapes: Readonly<Record<WorkspaceTab, ReactNode>> = {
  overview: (
    <>
      {line(48)}
      <Box sx={grid({ xs: '1fr', lg: '1fr 340px' })}>{tiles(2, 320)}</Box>
    </>
  ),
  tasks: (
    <>
      <Skeleton variant="rounded" height={36} sx={{ mb: 1, width: { xs: '40%', sm: '100%' } }} />
      <Box sx={grid({ xs: '84%', sm: 'repeat(4, minmax(248px, 1fr))' })}>{tiles(4, 440)}</Box>
    </>
  ),
  files: <Box sx={grid('1fr')}>{[<Skeleton key="drop" variant="rounded" height={64} />, ...tiles(4, 56)]}</Box>,
  collaborators: (
    <>
      {line(48)}
      <Box sx={grid('1fr')}>{tiles(5, 56)}</Box>
    </>
  ),
  settings: <Box sx={grid({ xs: '1fr', lg: '1fr 400px' })}>{tiles(2, 320)}</Box>,
}

/** The tab's shape while the project loads. Its parts are where the content will be. */
export const ProjectLoading = ({ tab }: { tab: WorkspaceTab }) => (
  <>
    <Box role="status" sx={visuallyHidden}>
      Loading project...
    </Box>
    <DelayedSkeleton>
      <Box sx={{ overflow: 'hidden' }}>{shapes[tab]}</Box>
    </DelayedSkeleton>
  </>
)

/** Says that the project's details could not be loaded; the rest of the tab is below, with placeholders. */
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

import { Box, Button, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId } from 'react'
import { Link, useParams } from 'react-router-dom'
import { projectQuery } from '#data/projects.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { heroImage } from '#ui/project/illustrations.ts'
import { paletteOf } from '#ui/project/palettes.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { DialogPanel } from './DialogPanel.tsx'
import { KeptLetter } from './lazy-letters.ts'
import { inset, ProjectSheet } from './ProjectSheet.tsx'
import { SimilarProjects } from './SimilarProjects.tsx'
import { useCloseDialog } from './use-close-dialog.ts'

const LoadingContent = () => (
  <DelayedSkeleton>
    <Skeleton variant="rectangular" sx={{ height: { xs: 72, md: 144 } }} />
    <Box sx={{ ...inset, py: 4 }}>
      <Skeleton width="56%" height={44} />
      <Skeleton width="34%" height={22} sx={{ mb: 3 }} />
      {[92, 98, 84, 96, 60].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={24} />
      ))}
    </Box>
  </DelayedSkeleton>
)

const NotFound = ({ titleId }: { titleId: string }) => (
  <EmptyState
    kind="unknown"
    headingLevel={1}
    titleId={titleId}
    title="Project not found"
    text="It may have been removed, or it is not open to you."
    action={
      <Button component={Link} to={paths.market()} variant="outlined">
        Browse open projects
      </Button>
    }
  />
)

/** Whether the project is unknown: no project has the ID (404), or none can have it (422). */
const isUnknown = (error: unknown) => isApiError(error) && (error.status === 404 || error.status === 422)

/** Names the panel when no project's title can. */
const HiddenTitle = ({ id, children }: { id: string; children: ReactNode }) => (
  <Box component="h1" id={id} sx={visuallyHidden}>
    {children}
  </Box>
)

const ProjectDialog = ({ projectID }: { projectID: string }) => {
  const titleId = useId()
  const close = useCloseDialog()
  const {
    data: project,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...projectQuery(projectID), enabled: projectID !== '' })
  const isNotFound = projectID === '' || isUnknown(error)
  if (project && !isNotFound)
    return (
      <DialogPanel
        labelledBy={titleId}
        hero={{ src: heroImage(project.title), palette: paletteOf(project.id) }}
        onClose={close}
      >
        <PageTitle title={project.title} />
        <ProjectSheet project={project} titleId={titleId}>
          <SimilarProjects projectID={project.id} />
        </ProjectSheet>
      </DialogPanel>
    )
  const name = isNotFound ? 'Project not found' : 'Project'
  return (
    <DialogPanel labelledBy={titleId} hero={null} onClose={close}>
      <PageTitle title={name} />
      {!isNotFound && <HiddenTitle id={titleId}>{name}</HiddenTitle>}
      {isNotFound && <NotFound titleId={titleId} />}
      {isNotFound && projectID !== '' && (
        <Box sx={{ ...inset, pb: 5 }}>
          <Suspense>
            <KeptLetter projectID={projectID} why="This project is no longer here." />
          </Suspense>
        </Box>
      )}
      {!isNotFound && error && (
        <Box sx={{ ...inset, pb: 5 }}>
          <ErrorState
            title={errorText(error, 'Failed to fetch project details')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Box>
      )}
      {!isNotFound && !error && <LoadingContent />}
    </DialogPanel>
  )
}

/** /project/{id}/dialog. The key gives another project a new dialog, with no state of the one before. */
export const ProjectDialogPage = () => {
  const { projectID = '' } = useParams()
  return <ProjectDialog key={projectID} projectID={projectID} />
}

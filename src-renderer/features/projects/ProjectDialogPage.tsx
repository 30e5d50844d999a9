import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { ProjectDetails } from '../../../shared/contract/index.ts'
import { tierBadge } from '../../../shared/rules/tiers.ts'
import { projectQuery } from '../../data/projects.ts'
import { isApiError } from '../../lib/api.ts'
import { postedLine } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { errorText } from '../../lib/query-client.ts'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { emptySearchImage, heroImage } from '../../ui/illustrations.ts'
import { paletteOf } from '../../ui/palettes.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { visuallyHidden } from '../../ui/text-looks.ts'
import { TierBadge } from '../../ui/TierBadge.tsx'
import { ActionArea } from './ActionArea.tsx'
import { DialogPanel } from './DialogPanel.tsx'
import { ProjectBrief } from './ProjectBrief.tsx'
import { SimilarProjects } from './SimilarProjects.tsx'
import { useCloseDialog } from './use-close-dialog.ts'
import { useProjectActions } from './use-project-actions.ts'

const inset = { px: { xs: 2, md: 5 } } as const

const Meta = ({ project }: { project: ProjectDetails }) => {
  const publisher = project.organizationName ?? project.client
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        mt: 1.5,
        typography: 'body2',
        color: 'text.secondary',
        // One long word must not make the page wider than the screen.
        overflowWrap: 'anywhere',
        '& > *': { minWidth: 0 },
      }}
    >
      {publisher && <span>{publisher}</span>}
      <span>{postedLine(project.createdAt)}</span>
      <TierBadge tier={project.tier} isSkillLevelNamed />
      {/* A project's own figure is shown alone; the range is its tier's usual one. */}
      <span>{project.weeklyHours > 0 ? project.weeklyHours : tierBadge(project.tier).hours} hours/week</span>
    </Box>
  )
}

const Problem = ({ title, text }: { title: string; text?: string | undefined }) => (
  <Alert
    severity="error"
    variant="outlined"
    sx={{ borderColor: 'error.main', bgcolor: 'rgba(var(--mui-palette-error-mainChannel) / 0.06)' }}
  >
    <AlertTitle sx={{ mb: text ? 0.5 : 0 }}>{title}</AlertTitle>
    {text}
  </Alert>
)

const Content = ({ project, titleId }: { project: ProjectDetails; titleId: string }) => {
  const { problem, ...actions } = useProjectActions(project)
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateAreas: {
          xs: '"head" "problem" "body" "action"',
          md: '"head action" "problem problem" "body body"',
        },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
        columnGap: 4,
        pt: { xs: 3, md: 4 },
      }}
    >
      <Box sx={{ gridArea: 'head', pl: inset.px, pr: { xs: 2, md: 0 } }}>
        <Typography id={titleId} variant="title" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {project.title}
        </Typography>
        <Meta project={project} />
      </Box>
      <Box
        sx={{
          gridArea: 'action',
          alignSelf: 'start',
          // On small screens the action area stays at the lower edge of the window.
          position: { xs: 'sticky', md: 'static' },
          bottom: 0,
          zIndex: 1,
          px: { xs: 2, md: 0 },
          pr: { md: 5 },
          py: { xs: 1.5, md: 0.5 },
          bgcolor: 'background.paper',
          borderTop: { xs: '1px solid var(--mui-palette-divider)', md: 'none' },
        }}
      >
        <ActionArea projectID={project.id} {...actions} />
      </Box>
      {problem && (
        <Box sx={{ gridArea: 'problem', ...inset, pt: 3 }}>
          <Problem {...problem} />
        </Box>
      )}
      <Box sx={{ gridArea: 'body', display: 'grid', gap: 4, minWidth: 0, ...inset, pt: 4, pb: { xs: 4, md: 5 } }}>
        <ProjectBrief project={project} />
        <SimilarProjects projectID={project.id} />
      </Box>
    </Box>
  )
}

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
    headingLevel={1}
    titleId={titleId}
    illustration={emptySearchImage}
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
        <Content project={project} titleId={titleId} />
      </DialogPanel>
    )
  const name = isNotFound ? 'Project not found' : 'Project'
  return (
    <DialogPanel labelledBy={titleId} hero={null} onClose={close}>
      <PageTitle title={name} />
      {!isNotFound && <HiddenTitle id={titleId}>{name}</HiddenTitle>}
      {isNotFound && <NotFound titleId={titleId} />}
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

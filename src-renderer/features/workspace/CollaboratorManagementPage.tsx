import { Box, Button } from '@mui/material'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { WORKSPACE_WIDTH } from '#ui/look/tokens.ts'
import { FRAME_PADDING, WorkspaceBar } from '#ui/layout/WorkspaceBar.tsx'
import { ProjectFailed, ProjectLoading, ProjectUnknown } from './ProjectStates.tsx'
import { useWorkspace } from './use-workspace.ts'
import { WorkspaceHeader } from './WorkspaceHeader.tsx'
import { workspaceTabLabel } from './workspace-tabs.ts'

type CollaboratorManagementPageProps = {
  projectID: string
  /** The collaborators tab, which belongs to another feature. */
  children: ReactNode
}

/** /collaborator-management/:projectID: a project's collaborators without the rest of its workspace. */
export const CollaboratorManagementPage = ({ projectID, children }: CollaboratorManagementPageProps) => {
  const { project, role, isLoading, hasFailed, isUnknown, retry, isRetrying } = useWorkspace(projectID, 'collaborators')
  if (isUnknown) return <ProjectUnknown />
  return (
    <>
      <PageTitle title={[workspaceTabLabel('collaborators', role), project?.title].filter(Boolean).join(' · ')} />
      <WorkspaceBar title={<WorkspaceHeader projectID={projectID} project={project} isLoading={isLoading} />}>
        <Box sx={{ maxWidth: WORKSPACE_WIDTH, mx: 'auto', px: FRAME_PADDING, pt: { xs: 1, md: 1.5 }, pb: 5 }}>
          {isLoading ? (
            <ProjectLoading tab="collaborators" />
          ) : (
            <>
              <Button
                component={Link}
                to={paths.projectTab(projectID, 'overview')}
                size="small"
                startIcon={<ArrowLeft size={16} aria-hidden />}
                sx={{ ml: -0.5, mb: 1 }}
              >
                Open workspace
              </Button>
              {hasFailed && <ProjectFailed onRetry={retry} isRetrying={isRetrying} />}
              {children}
            </>
          )}
        </Box>
      </WorkspaceBar>
    </>
  )
}

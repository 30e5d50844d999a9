import { Box } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatch, useParams } from 'react-router-dom'
import { prefetchWorkspaceTab } from '#data/projects.ts'
import { pages } from '#lib/paths.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { STICKY_TOP, WORKSPACE_WIDTH } from '#ui/look/tokens.ts'
import { FRAME_PADDING, WorkspaceBar } from '#ui/layout/WorkspaceBar.tsx'
import { ProjectFailed, ProjectLoading, ProjectUnknown, RoleFailed } from './ProjectStates.tsx'
import { useWorkspace } from './use-workspace.ts'
import { WorkspaceHeader } from './WorkspaceHeader.tsx'
import { BOTTOM_BAR_HEIGHT, WorkspaceNav } from './WorkspaceNav.tsx'
import { workspaceTabLabel, workspaceTabOf } from './workspace-tabs.ts'

/** Every tab has the same width, so that nothing jumps from tab to tab on a wide screen. */
const bodyLook = {
  maxWidth: WORKSPACE_WIDTH,
  px: FRAME_PADDING,
  pt: { xs: 1, md: 1.5 },
  pb: { xs: `calc(${BOTTOM_BAR_HEIGHT + 24}px + env(safe-area-inset-bottom))`, md: 4 },
} as const

const Workspace = ({ projectID }: { projectID: string }) => {
  const client = useQueryClient()
  const tab = workspaceTabOf(useMatch(`${pages.projectTab.at}/*`)?.params.tab)
  const { project, role, isLoading, hasFailed, hasRoleFailed, isUnknown, retry, isRetrying } = useWorkspace(
    projectID,
    tab,
  )
  if (isUnknown) return <ProjectUnknown />
  return (
    <>
      <PageTitle title={[workspaceTabLabel(tab, role), project?.title].filter(Boolean).join(' · ')} />
      <WorkspaceBar
        title={<WorkspaceHeader projectID={projectID} project={project} isLoading={isLoading} />}
        panel={
          <Box
            sx={{
              gridArea: { md: 'nav' },
              bgcolor: 'background.paper',
              borderRight: { md: 1 },
              borderColor: { md: 'divider' },
            }}
          >
            <Box
              sx={{
                position: { md: 'sticky' },
                top: STICKY_TOP,
                maxHeight: { md: `calc(100dvh - ${STICKY_TOP})` },
                overflowY: { md: 'auto' },
                px: { md: 1.5 },
                py: { md: 2 },
              }}
            >
              <WorkspaceNav
                projectID={projectID}
                role={role}
                active={tab}
                onIntent={(next) => prefetchWorkspaceTab(client, projectID, next)}
              />
            </Box>
          </Box>
        }
      >
        <Box data-tab-body sx={bodyLook}>
          {isLoading ? (
            <ProjectLoading tab={tab} />
          ) : (
            <>
              {hasFailed && <ProjectFailed onRetry={retry} isRetrying={isRetrying} />}
              {hasRoleFailed && !hasFailed && <RoleFailed onRetry={retry} isRetrying={isRetrying} />}
              <Outlet />
            </>
          )}
        </Box>
      </WorkspaceBar>
    </>
  )
}

/**
 * /project/:projectID/:tab: the frame around a project's tabs. The project's name is the page's h1. The key gives
 * another project a new workspace, without the previous one's state.
 */
export const WorkspacePage = () => {
  const { projectID = '' } = useParams()
  return <Workspace key={projectID} projectID={projectID} />
}

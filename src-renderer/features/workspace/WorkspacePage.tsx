import { Box } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Navigate, Outlet, useMatch, useParams } from 'react-router-dom'
import { hasOwnClaim } from '#data/claims.ts'
import { prefetchWorkspaceTab } from '#data/projects.ts'
import { pages, paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
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

type OutsideProps = { projectID: string; number: string; otherwise: ReactNode }
type WorkspaceProps = {
  projectID: string
  /** Draws the task of the address for somebody who is no member, if it is theirs. */
  outside: (props: OutsideProps) => ReactNode
}

/** Leads somebody who is no member, and has nothing to do with the task of the address, to the project's dialog. */
const ToDialog = ({ projectID, refusal }: { projectID: string; refusal: string | null }) => {
  const say = useEffectEvent(() => refusal !== null && toast(refusal, 'error'))
  useEffect(() => void say(), [])
  return <Navigate to={paths.projectDialog(projectID)} replace />
}

const Workspace = ({ projectID, outside }: WorkspaceProps) => {
  const client = useQueryClient()
  const tab = workspaceTabOf(useMatch(`${pages.projectTab.at}/*`)?.params.tab)
  const { number } = useMatch(pages.taskByNumber.at)?.params ?? {}
  const workspace = useWorkspace(projectID, tab)
  const { project, role, isLoading, hasFailed, hasRoleFailed, isUnknown, retry, isRetrying } = workspace
  // A guest who comes back stays on their page while the role is asked for again, and without a network.
  const isGuest = workspace.hadNoRole && number !== undefined && hasOwnClaim(client, projectID, Number(number))
  if (number !== undefined && (workspace.isOutside || isGuest)) {
    const otherwise = isUnknown ? <ProjectUnknown /> : <ToDialog projectID={projectID} refusal={workspace.refusal} />
    return outside({ projectID, number, otherwise })
  }
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
export const WorkspacePage = ({ outside }: Pick<WorkspaceProps, 'outside'>) => {
  const { projectID = '' } = useParams()
  return <Workspace key={projectID} projectID={projectID} outside={outside} />
}

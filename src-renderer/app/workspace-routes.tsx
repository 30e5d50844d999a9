import type { ComponentType } from 'react'
import { redirect, type RouteObject, useParams } from 'react-router-dom'
import { askAhead } from '../lib/ask-ahead.ts'
import { paths, routePatterns } from '../lib/paths.ts'
import { prefetchWorkspace } from '../lib/workspace-queries.ts'

type ProjectProps = { projectId: string }

/** A screen about one project, its code loaded when it is opened. The key makes another project a new screen. */
const projectScreen = (load: () => Promise<ComponentType<ProjectProps>>) => async () => {
  const Screen = await load()
  const ProjectScreen = () => {
    const { projectId = '' } = useParams()
    return <Screen key={projectId} projectId={projectId} />
  }
  return { Component: ProjectScreen }
}

const overview = projectScreen(async () => (await import('../features/workspace/OverviewTab.tsx')).OverviewTab)
const settings = projectScreen(async () => (await import('../features/workspace/SettingsTab.tsx')).SettingsTab)
const loadCollaborators = async () => (await import('../features/collaborators/CollaboratorsTab.tsx')).CollaboratorsTab
const collaborators = projectScreen(loadCollaborators)

/** The same collaborators as in the workspace, in a page of their own. */
const collaboratorManagement = projectScreen(async () => {
  const [{ CollaboratorManagementPage: Page }, CollaboratorsTab] = await Promise.all([
    import('../features/workspace/CollaboratorManagementPage.tsx'),
    loadCollaborators(),
  ])
  return ({ projectId }) => (
    <Page projectId={projectId}>
      <CollaboratorsTab projectId={projectId} />
    </Page>
  )
})

/** A project's workspace. Its frame and each of its tabs are code of their own; the tabs come from several features. */
export const workspaceRoutes: RouteObject[] = [
  {
    path: routePatterns.project,
    lazy: async () => ({ Component: (await import('../features/workspace/WorkspacePage.tsx')).WorkspacePage }),
    ...askAhead((client, { url, params: { projectId = '' } }) =>
      prefetchWorkspace(client, projectId, url.pathname.split('/')[3]),
    ),
    children: [
      // The bare address leads to the overview before it becomes a step in the history (`replace` would take the step before).
      {
        index: true,
        loader: ({ params }) => redirect(paths.projectTab(params.projectId ?? '', 'overview')),
        // Never drawn; without one the router warns of a page with nothing on it.
        Component: () => null,
      },
      { path: 'overview', lazy: overview },
      { path: 'tasks', lazy: projectScreen(async () => (await import('../features/tasks/TasksTab.tsx')).TasksTab) },
      { path: 'files', lazy: projectScreen(async () => (await import('../features/files/FilesTab.tsx')).FilesTab) },
      { path: 'collaborators', lazy: collaborators },
      { path: 'settings', lazy: settings },
      // An unknown tab leaves the overview active.
      { path: ':tab', lazy: overview },
    ],
  },
  {
    path: routePatterns.collaboratorManagement,
    // Without a project there is nobody to show.
    loader: ({ params }) => (params.projectId ? null : redirect(paths.myProjects())),
    lazy: collaboratorManagement,
  },
]

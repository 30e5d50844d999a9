import type { ComponentType } from 'react'
import { redirect, type RouteObject, useParams } from 'react-router-dom'
import { prefetchWorkspace } from '../data/projects.ts'
import { askAhead } from '../lib/ask-ahead.ts'
import { fetchWhenIdle, lazyScreen } from '../lib/lazy-code.tsx'
import { paths, pages } from '../lib/paths.ts'
import { ScreenError } from './RouteError.tsx'

type ProjectProps = { projectID: string }

type Load = () => Promise<ComponentType<ProjectProps>>

/** A screen about one project, its code loaded when it is opened. The key makes another project a new screen. */
const projectScreen = (load: Load) =>
  lazyScreen(async () => {
    const Screen = await load()
    return function ProjectScreen() {
      const { projectID = '' } = useParams()
      return <Screen key={projectID} projectID={projectID} />
    }
  })

const tabs = {
  overview: async () => (await import('../features/workspace/OverviewTab.tsx')).OverviewTab,
  tasks: async () => (await import('../features/tasks/TasksTab.tsx')).TasksTab,
  files: async () => (await import('../features/files/FilesTab.tsx')).FilesTab,
  collaborators: async () => (await import('../features/collaborators/CollaboratorsTab.tsx')).CollaboratorsTab,
  settings: async () => (await import('../features/workspace/SettingsTab.tsx')).SettingsTab,
} satisfies Record<string, Load>

const overview = projectScreen(tabs.overview)

const loadFrame = async () => {
  const { WorkspacePage } = await import('../features/workspace/WorkspacePage.tsx')
  // Who is in a workspace goes from tab to tab, with or without a network.
  fetchWhenIdle(...Object.values(tabs))
  return WorkspacePage
}

/** The same collaborators as in the workspace, in a page of their own. */
const collaboratorManagement = projectScreen(async () => {
  const [{ CollaboratorManagementPage: Page }, CollaboratorsTab] = await Promise.all([
    import('../features/workspace/CollaboratorManagementPage.tsx'),
    tabs.collaborators(),
  ])
  return ({ projectID }) => (
    <Page projectID={projectID}>
      <CollaboratorsTab projectID={projectID} />
    </Page>
  )
})

/** A project's workspace. Its frame and each of its tabs are code of their own; the tabs come from several features. */
export const workspaceRoutes: RouteObject[] = [
  {
    path: pages.project.at,
    lazy: lazyScreen(loadFrame),
    ...askAhead((client, { url, params: { projectID = '' } }) =>
      prefetchWorkspace(client, projectID, url.pathname.split('/')[3]),
    ),
    children: [
      // The bare address leads to the overview before it becomes a step in the history (`replace` would take the step before).
      {
        index: true,
        loader: ({ params }) => redirect(paths.projectTab(params.projectID ?? '', 'overview')),
        // Never drawn; without one the router warns of a page with nothing on it.
        Component: () => null,
      },
      {
        // A tab that breaks leaves the frame around it as it is.
        errorElement: <ScreenError />,
        children: [
          { path: 'overview', lazy: overview },
          { path: 'tasks', lazy: projectScreen(tabs.tasks) },
          { path: 'files', lazy: projectScreen(tabs.files) },
          { path: 'collaborators', lazy: projectScreen(tabs.collaborators) },
          { path: 'settings', lazy: projectScreen(tabs.settings) },
          // An unknown tab leaves the overview active.
          { path: ':tab', lazy: overview },
        ],
      },
    ],
  },
  {
    path: pages.collaboratorManagement.at,
    // Without a project there is nobody to show.
    loader: ({ params }) => (params.projectID ? null : redirect(paths.myProjects())),
    lazy: collaboratorManagement,
  },
]

import { type ComponentType, Suspense } from 'react'
import { redirect, type RouteObject, useParams } from 'react-router-dom'
import { askAhead } from '../lib/ask-ahead.ts'
import { fetchWhenIdle, lazyPart, lazyScreen } from '../lib/lazy-code.tsx'
import { paths, pages } from '../lib/paths.ts'
import { ScreenError } from './RouteError.tsx'

type ProjectProps = { projectID: string }

type Load = () => Promise<ComponentType<ProjectProps>>

/** A screen about one project, whose code is loaded when it is opened. The key gives another project a new screen. */
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

/** A task for its guest, who sees nothing of the workspace around it. */
const GuestTaskPage = lazyPart(async () => (await import('../features/tasks/guest/GuestTaskPage.tsx')).GuestTaskPage)

const loadFrame = async () => {
  const { WorkspacePage } = await import('../features/workspace/WorkspacePage.tsx')
  // The other tabs' code is fetched ahead, because people go from tab to tab, also when the network is gone.
  fetchWhenIdle(...Object.values(tabs))
  return function Workspace() {
    return (
      <WorkspacePage
        outside={(task) => (
          <Suspense>
            <GuestTaskPage {...task} />
          </Suspense>
        )}
      />
    )
  }
}

/** The workspace's collaborators in a page of their own. */
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

/**
 * The routes of a project's workspace. Its frame and each of its tabs are loaded apart; the tabs come from several
 * features.
 */
export const workspaceRoutes: RouteObject[] = [
  {
    path: pages.project.at,
    lazy: lazyScreen(loadFrame),
    ...askAhead(async (client, { url, params: { projectID = '' } }) => {
      const { prefetchTaskPage, prefetchWorkspace } = await import('../data/projects.ts')
      const [, , , tab, number] = url.pathname.split('/')
      if (tab === 'tasks' && number) return prefetchTaskPage(client, projectID)
      prefetchWorkspace(client, projectID, tab)
    }),
    children: [
      // The address without a tab redirects in the loader, before it is added to the history: `replace` would remove
      // the step before.
      {
        index: true,
        loader: ({ params }) => redirect(paths.projectTab(params.projectID ?? '', 'overview')),
        // The component is never drawn; without one the router warns of an empty page.
        Component: () => null,
      },
      {
        // When a tab breaks, the frame around it stays as it is.
        errorElement: <ScreenError />,
        children: [
          { path: 'overview', lazy: overview },
          {
            path: 'tasks',
            lazy: projectScreen(tabs.tasks),
            // A task opens over the board, which draws it and stays as it is.
            children: [
              { index: true, element: null },
              { path: ':number', element: null },
            ],
          },
          { path: 'files', lazy: projectScreen(tabs.files) },
          { path: 'collaborators', lazy: projectScreen(tabs.collaborators) },
          { path: 'settings', lazy: projectScreen(tabs.settings) },
          // The address of an unknown tab shows the overview.
          { path: ':tab', lazy: overview },
        ],
      },
    ],
  },
  {
    path: pages.collaboratorManagement.at,
    // Without a project there are no collaborators to show.
    loader: ({ params }) => (params.projectID ? null : redirect(paths.myProjects())),
    lazy: collaboratorManagement,
  },
]

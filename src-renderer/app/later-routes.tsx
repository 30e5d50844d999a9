import { Navigate, type RouteObject, useParams } from 'react-router-dom'
import { paths, routePatterns } from '../lib/paths.ts'
import { NotInThisVersionPage } from './NotInThisVersionPage.tsx'

/** The bare workspace address leads to its overview tab. */
const WorkspaceIndex = () => {
  const { projectId = '' } = useParams()
  return <Navigate to={paths.projectTab(projectId, 'overview')} replace />
}

const CollaboratorManagement = () => {
  const { projectId } = useParams()
  if (!projectId) return <Navigate to={paths.myProjects()} replace />
  return <NotInThisVersionPage title="Collaborator management" text="Here you will see who works on a project." />
}

/** Guarded screens that later versions bring; each says so. */
export const laterGuardedRoutes: RouteObject[] = [
  {
    path: routePatterns.ownerDashboard,
    element: (
      <NotInThisVersionPage
        title="The creator dashboard"
        text="Here you will publish projects and watch them move. Your projects are safe and already on the market."
      />
    ),
  },
  {
    path: routePatterns.admin,
    element: (
      <NotInThisVersionPage
        title="Administration"
        text="Invitations can be sent from the command line until then: guildhall waitlist invite."
      />
    ),
  },
  {
    path: routePatterns.creatorApplication,
    element: (
      <NotInThisVersionPage
        title="The creator application"
        text="Here you will apply to publish projects of your own."
      />
    ),
  },
  { path: routePatterns.collaboratorManagement, element: <CollaboratorManagement /> },
  { path: routePatterns.project, element: <WorkspaceIndex /> },
  {
    path: routePatterns.projectTab,
    element: (
      <NotInThisVersionPage
        title="The project workspace"
        text="Here you will follow a project's tasks, people and activity."
      />
    ),
  },
]

import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { patternOf } from '#shared/rules/addresses.ts'
import { undoLast } from '#data/undo.ts'
import { showOverlay, useOffers } from '#lib/commands.ts'
import { paths } from '#lib/paths.ts'

const NO_PROJECT = 'Open a project first: a task belongs to one.'

/** What can be done on every screen: go to a place, search, read the keys, and create a task in the open project. */
export const useBaseOffers = (): void => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const to = (path: string) => () => ({ run: () => void navigate(path) })
  const projectID = patternOf('project', { mayGoOn: true }).exec(pathname)?.[1]
  const isWorkspace = projectID !== undefined && !patternOf('projectDialog').test(pathname)
  useOffers(
    {
      'go.market': to(paths.market()),
      'go.open': to(paths.marketTasks()),
      'go.work': to(paths.work()),
      'go.earnings': to(paths.earnings()),
      'go.projects': to(paths.myProjects()),
      'go.talent': to(paths.talent()),
      'go.inbox': to(paths.inbox()),
      'go.active': to(paths.ownerDashboard()),
      'palette.open': () => ({ run: () => showOverlay('palette') }),
      undo: () => ({ run: () => void undoLast(client) }),
      'help.open': () => ({ run: () => showOverlay('help') }),
      'task.new': () => ({
        run: () => projectID && void navigate(paths.newTask(projectID)),
        whyNot: isWorkspace ? null : NO_PROJECT,
      }),
    },
    { isBase: true },
  )
}

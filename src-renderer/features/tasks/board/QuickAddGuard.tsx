import { matchPath } from 'react-router-dom'
import { pages } from '#lib/paths.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'

type Place = { pathname: string; search: string }

/** Which board an address shows, also behind the dialog of a task; null where it shows none. */
const boardAt = ({ pathname, search }: Place): string | null => {
  if (new URLSearchParams(search).has('view')) return null
  const ofTask = matchPath(pages.taskByNumber.at, pathname)
  const ofTab = matchPath(pages.projectTab.at, pathname)
  return ofTask?.params.projectID ?? (ofTab?.params.tab === 'tasks' ? (ofTab.params.projectID ?? null) : null)
}
const leavesBoard = (from: Place, to: Place): boolean => boardAt(from) !== boardAt(to)

/** Asks before the board is left with titles, or a pasted list, that are no tasks yet. It is there only while there are such. */
export const QuickAddGuard = () => {
  useUnsavedChanges(true, leavesBoard)
  return null
}

import { paths, patternOf } from '#shared/rules/addresses.ts'

export { pages, paths } from '#shared/rules/addresses.ts'

/**
 * The path that a 403 leads to: from a project to its dialog, from elsewhere to My Projects; null means to stay. The page of a
 * task answers refused reads itself, because its guest is refused what is not of the task.
 */
export const forbiddenTarget = (pathname: string, isRead = false): string | null => {
  if (isRead && patternOf('taskByNumber').test(pathname)) return null
  const project = patternOf('project', { mayGoOn: true }).exec(pathname)
  if (project?.[1]) return paths.projectDialog(decodeURIComponent(project[1]))
  if (pathname.startsWith(paths.ownerDashboard()) || pathname.startsWith(paths.inbox())) return null
  return paths.myProjects()
}

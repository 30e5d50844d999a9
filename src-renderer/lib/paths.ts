import { paths, patternOf } from '../../shared/rules/addresses.ts'

export { pages, paths } from '../../shared/rules/addresses.ts'

/** Where an answer 403 leads: out of a project to its dialog, out of the rest to My Projects; null means stay. */
export const forbiddenTarget = (pathname: string): string | null => {
  const project = patternOf('project', { mayGoOn: true }).exec(pathname)
  if (project?.[1]) return paths.projectDialog(decodeURIComponent(project[1]))
  if (pathname.startsWith(paths.ownerDashboard())) return null
  return paths.myProjects()
}

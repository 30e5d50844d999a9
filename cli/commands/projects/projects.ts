import { isArchived, projectStatusLabel } from '#shared/rules/statuses.ts'
import { openSession, type GlobalOptions, type Session } from '#cli/context.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { type Column, formatTable, terminalWidth } from '#cli/output/table.ts'

/** A project as scripts read it; these fields stay. */
type Row = { id: string; title: string; status: string; isOwner: boolean }

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'ID', name: 'id', text: ({ id }) => id },
  { title: 'TITLE', name: 'title', text: ({ title }) => title },
  { title: 'STATUS', name: 'status', text: ({ status }) => status },
  { title: 'OWNER', name: 'isOwner', text: ({ isOwner }) => (isOwner ? 'you' : '') },
]

/** The projects that the person owns or is a member of, owned ones first. */
const readOwn = async (api: Session['api']): Promise<Row[]> => {
  const [{ data: owned }, { data: all }] = await Promise.all([
    api.projects.owned({ query: {} }),
    api.users.projects({}),
  ])
  const statusOf = (project: Parameters<typeof projectStatusLabel>[0]) => projectStatusLabel(project, 'workspace')
  const rows = owned.map((project) => ({
    id: project.id,
    title: project.title,
    status: statusOf(project),
    isOwner: true,
  }))
  const others = all
    .filter(({ id, status }) => (status === 1 || status === 2) && rows.every((row) => row.id !== id))
    .map((project) => ({
      id: project.id,
      title: project.title,
      status: statusOf({ ...project, status: project.projectStatus }),
      isOwner: false,
    }))
  return [...rows, ...others]
}

/** Prints the projects that the signed-in person owns or is a member of. */
export const listProjects = async (options: GlobalOptions): Promise<void> => {
  const { api } = await openSession(options)
  const rows = await readOwn(api)
  if (options.json) return printJson({ data: rows })
  if (rows.length > 0) printLine(formatTable(columns, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('You are in no project.')
}

/** Prints one project. Errors: ApiError, 404 for one that the person may not know of. */
export const showProject = async (id: string, options: GlobalOptions): Promise<void> => {
  const { api } = await openSession(options)
  const { data } = await api.projects.get({ params: { id } })
  const shown = {
    id: data.id,
    title: data.title,
    description: data.description,
    status: projectStatusLabel(data, 'workspace'),
    isArchived: isArchived(data),
    skills: data.skills,
  }
  if (options.json) return printJson(shown)
  printLine([shown.title, `${shown.status} · ${shown.id}`, '', shown.description].map(printable).join('\n'))
}

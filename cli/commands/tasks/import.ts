import { randomUUID } from 'node:crypto'
import type { Plan } from '#shared/rules/import/plan.ts'
import type { NoteGroup } from '#shared/rules/import/notes.ts'
import type { StagesHere } from '#shared/rules/import/stages.ts'
import type { ShownPlan } from '#shared/rules/import/shown.ts'
import { hasCapability, requireCapability } from '#cli/capability.ts'
import { type GlobalOptions, openSession, type Session } from '#cli/context.ts'
import { CliError, usageError } from '#cli/exit-codes.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { type Column, formatTable, terminalWidth } from '#cli/output/table.ts'
import { readMaps } from './import-choices.ts'
import { type FileOptions, planFile } from './import-file.ts'
import type * as Reader from './import-reader.ts'

type Options = GlobalOptions & FileOptions & { project?: string; dryRun?: boolean; map?: string[]; again?: boolean }
type Row = ShownPlan['tasks'][number]

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'TITLE', name: 'title', text: ({ title }) => title },
  { title: 'STATUS', name: 'status', text: ({ status }) => status },
  { title: 'ASSIGNEE', name: 'assignee', text: ({ assignee }) => assignee ?? '' },
  { title: 'DUE', name: 'dueOn', text: ({ dueOn }) => dueOn ?? '' },
  { title: 'PRIORITY', name: 'priority', text: ({ priority }) => (priority === 'none' ? '' : priority) },
  { title: 'HOURS', name: 'estimateHours', text: ({ estimateHours }) => String(estimateHours ?? ''), isMinor: true },
  { title: 'LABELS', name: 'labels', text: ({ labels }) => labels.join(', '), isMinor: true },
]

const tasksText = (count: number): string => (count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`)
const NAMED = 5
const sentenceOf = ({ text, tasks }: NoteGroup): string => {
  if (tasks.length === 0) return text
  const named = tasks.slice(0, NAMED).map((title) => `“${title}”`)
  const more = tasks.length > NAMED ? ` and ${(tasks.length - NAMED).toLocaleString('en-US')} more` : ''
  return `${named.join(', ')}${more}: ${text}`
}

const printPlan = (shown: ShownPlan, { color }: GlobalOptions, { groupNotes }: typeof Reader): void => {
  if (shown.tasks.length > 0) printLine(formatTable(columns, shown.tasks, { isColorful: color, room: terminalWidth() }))
  for (const { line, text } of shown.refused) say(`Line ${line}: ${text}`)
  for (const group of groupNotes(shown.notes)) say(sentenceOf(group))
}

/** What the board of a project has; undefined on a server without stages. */
const stagesOf = async (session: Session, id: string): Promise<StagesHere | undefined> => {
  if (!(await hasCapability(session, 'stages'))) return undefined
  const [{ data }, board] = await Promise.all([
    session.api.stages.list({ params: { id } }),
    session.api.tasks.byProject({ params: { projectId: id }, query: {} }),
  ])
  return { existing: data.stages, busy: [...new Set(board.data.map(({ status }) => status))] }
}

const projectOf = async (session: Session, id: string) => {
  const { api } = session
  const [members, labels, stages] = await Promise.all([
    api.memberships.members({ params: { id } }),
    api.labels.list({ params: { id } }),
    stagesOf(session, id),
  ])
  return {
    stages,
    members: members.data.map(({ userID, username, name, email }) => ({
      userID,
      username,
      name,
      email: email ?? undefined,
    })),
    labels: labels.data.map(({ name }) => name),
  }
}

type ToSend = {
  reader: typeof Reader
  project: string
  kind: ShownPlan['kind']
  plan: Plan
  key: string
  hasStages: boolean
}
/** Sends a plan in its parts, whose keys are made of its own: so a run that was cut off goes on where it was. */
const send = async ({ api }: Session, { reader, project: id, kind, plan, key, hasStages }: ToSend, quiet: boolean) => {
  const { parts, labels, stages, total } = reader.partsOf(plan)
  if (stages.length > 0) {
    const { data } = await api.stages.list({ params: { id } })
    await api.stages.replace({ params: { id }, body: { stages: [...data.stages, ...stages], version: data.version } })
  }
  let importID: string | undefined
  let created = 0
  for (const [at, { tasks, numbers }] of parts.entries()) {
    const body = {
      idempotencyKey: parts.length === 1 ? key : `${key}.${at + 1}`,
      source: reader.sourceOf(kind),
      labels: [...labels],
      tasks: [...tasks],
      // Servers that know stages know these, too.
      ...(hasStages && { total, numbers: [...numbers] }),
      ...(importID !== undefined && { continues: importID }),
    }
    const { data } = await api.imports.create({ params: { id }, body })
    importID ??= data.id
    created += data.created
    if (parts.length > 1 && !quiet)
      say(`${created.toLocaleString('en-US')} of ${tasksText(plan.tasks.length)} are on the board.`)
  }
  return { id: importID ?? '', created }
}

/** Imports the tasks of a file into a project, or with --dry-run prints what would become of them. */
export const importTasks = async (file: string, { project, map = [], ...options }: Options): Promise<void> => {
  if (project === undefined && !options.dryRun) throw usageError('Name the project with --project.')
  const reader = await import('./import-reader.ts')
  const maps = readMaps(map, reader)
  const session = project === undefined ? undefined : await openSession(options)
  if (session) await requireCapability(session, 'import', 'imports')
  const given =
    session && project !== undefined
      ? await projectOf(session, project)
      : { members: [], labels: [], stages: { existing: [], busy: [] } }
  const { kind, plan, key } = await planFile(file, options, maps, given, reader)
  const shown = reader.showPlan(kind, plan)
  if (options.dryRun || !session || project === undefined) {
    if (options.json) return printJson(shown)
    printPlan(shown, options, reader)
    if (!options.quiet) say(`${tasksText(shown.tasks.length)} would be imported.`)
    return
  }
  if (plan.tasks.length === 0) throw new CliError('There is no task to import in this file.')
  const sent = await send(
    session,
    { reader, project, kind, plan, key: options.again ? randomUUID() : key, hasStages: given.stages !== undefined },
    options.quiet ?? false,
  )
  if (options.json) return printJson({ ...sent, notes: shown.notes, refused: shown.refused })
  printPlan(shown, options, reader)
  if (!options.quiet) say(`${tasksText(sent.created)} of import ${sent.id} are on the board.`)
}

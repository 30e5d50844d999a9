import { isApiError } from '#shared/api-client/api-error.ts'
import type { Stage } from '#shared/contract/index.ts'
import { fold } from '#shared/contract/fold.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { requireCapability } from '#cli/capability.ts'
import { openSession, type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError } from '#cli/exit-codes.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'

const columns: ReadonlyArray<Column<Stage>> = [
  { title: 'STAGE', name: 'name', text: ({ name }) => name },
  { title: 'STATUS', name: 'status', text: ({ status }) => taskStatusLabel(status) },
  { title: 'LIMIT', name: 'limit', text: ({ limit }) => (limit === null ? '' : String(limit)) },
  { title: 'ID', name: 'id', text: ({ id }) => String(id) },
]

/** The stages of a project's board. Errors: CliError for a server without stages, ApiError. */
const readStages = async (session: Session, id: string) => {
  await requireCapability(session, 'stages', 'stages')
  return (await session.api.stages.list({ params: { id } })).data
}

/** Prints the stages of a project's board. */
export const listStages = async (id: string, options: GlobalOptions): Promise<void> => {
  const { stages, version } = await readStages(await openSession(options), id)
  if (options.json)
    return printJson({
      data: stages.map((stage) => ({ ...stage, status: taskStatusLabel(stage.status) })),
      version,
    })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (stages.length > 0) printLine(formatTable(columns, stages, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('The board of this project has a column for each status.')
}

/** The stages of a project's board; none where the server does not know stages, or the project. Errors: ApiError. */
export const stagesIfAny = async ({ api }: Session, id: string): Promise<readonly Stage[]> => {
  try {
    return (await api.stages.list({ params: { id } })).data.stages
  } catch (error) {
    if (isApiError(error) && error.status === 404) return []
    throw error
  }
}

/** The stage of this name, in capitals or not. Errors: CliError when there is none. */
export const findStage = async (session: Session, projectID: string, name: string): Promise<Stage> => {
  const { stages } = await readStages(session, projectID)
  const found = stages.find((stage) => fold(stage.name) === fold(name.trim()))
  if (found) return found
  const names = stages.map((stage) => `"${stage.name}"`).join(', ')
  throw new CliError(`The project has no stage "${name}"${names && `: it has ${names}`}.`)
}

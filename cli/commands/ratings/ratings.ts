import type { RatingDue } from '#shared/contract/ratings.ts'
import { openSessionFor } from '#cli/capability.ts'
import type { GlobalOptions, Session } from '#cli/context.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'

/** A review that is due, as scripts read it; these fields stay. */
const asJson = ({ id, side, project, worker, until, isGiven, given }: RatingDue) => ({
  ...{ id, side, projectID: project.id, title: project.title },
  ...{ workerID: worker?.id ?? null, worker: worker?.username ?? null, until, isGiven, given },
})
type Row = ReturnType<typeof asJson>

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'PROJECT', name: 'title', text: ({ title }) => title },
  { title: 'OF', name: 'worker', text: ({ worker }) => worker ?? 'the project' },
  { title: 'UNTIL', name: 'until', text: ({ until }) => until.slice(0, 10) },
  { title: 'GIVEN', name: 'isGiven', text: ({ isGiven }) => (isGiven ? 'yes' : 'no') },
  { title: 'PROJECT ID', name: 'projectID', text: ({ projectID }) => projectID },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'ratings', 'reviews')

/** Prints what the caller can give now. */
export const listRatings = async (options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  const rows = (await api.ratings.own({})).data.map(asJson)
  if (options.json) return printJson({ data: rows })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (rows.length > 0) printLine(formatTable(columns, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('No review is due.')
}

type Given = { again: 'yes' | 'no'; clear: number; onTime: number; quality?: number; fair?: number }
/** Gives a review. Errors: ApiError. */
export const giveRating = async (
  projectID: string,
  {
    again,
    clear,
    onTime,
    quality,
    fair,
    worker,
    text,
    ...options
  }: GlobalOptions & Given & { worker?: string; text?: string },
): Promise<void> => {
  const { api } = await open(options)
  const marks = { again, clear, onTime, ...(quality !== undefined && { quality }), ...(fair !== undefined && { fair }) }
  const body = { projectID, ...marks, ...(worker && { userID: worker }), ...(text && { text }) }
  const { data } = await api.ratings.give({ body })
  if (options.json) return printJson(data)
  if (!options.quiet) say('Given. The other side reads it when it has given its own, or after 14 days.')
}

/** Answers a review. Errors: ApiError. */
export const answerRating = async (id: string, text: string, options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  const { data } = await api.ratings.answer({ params: { id }, body: { text } })
  if (options.json) return printJson(data)
  if (!options.quiet) say('Answered.')
}

import { isApiError } from '#shared/api-client/api-error.ts'
import type { Rating, RatingDue } from '#shared/contract/ratings.ts'
import { isManager } from '#shared/rules/membership.ts'
import { openSessionFor } from '#cli/capability.ts'
import type { GlobalOptions, Session } from '#cli/context.ts'
import { readEveryPage } from '#cli/every-page.ts'
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

/** A review of the caller that both sides can read and that has no answer, as scripts read it; these fields stay. */
const reviewAsJson = ({ id, side, project, author, again, clear, quality, fair, onTime, text, givenAt }: Rating) => ({
  ...{ id, side, projectID: project?.id ?? null, title: project?.title ?? null, author: author?.username ?? null },
  ...{ again, clear, quality, fair, onTime, text, givenAt },
})
type Review = ReturnType<typeof reviewAsJson>

const reviewColumns: ReadonlyArray<Column<Review>> = [
  { title: 'TO ANSWER', name: 'text', text: ({ text }) => text },
  { title: 'BY', name: 'author', text: ({ author }) => author ?? 'somebody' },
  { title: 'PROJECT', name: 'title', text: ({ title }) => title ?? '' },
  { title: 'GIVEN', name: 'givenAt', text: ({ givenAt }) => givenAt.slice(0, 10) },
  { title: 'REVIEW ID', name: 'id', text: ({ id }) => id },
]

/** All reviews of a person; none where a creator's account is deleted. */
const readReviews = (api: Session['api'], username: string): Promise<Rating[]> =>
  readEveryPage((query) => api.ratings.ofPerson({ params: { username }, query })).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isApiError(error) && error.status === 404) return []
      throw error
    },
  )

/** The reviews that wait for an answer of the caller or their side: on their own profile, and on those of creators whose projects they manage. */
const readUnanswered = async ({ api }: Session): Promise<Review[]> => {
  const [own, projects] = await Promise.all([api.users.username({}), api.users.projects({})])
  const { username: ownName } = own.data
  const managed = projects.data
    .filter(({ role }) => isManager(role))
    .flatMap(({ createdBy }) => createdBy?.username ?? [])
  const reviews: Review[] = []
  for (const username of new Set([ownName, ...managed])) {
    const data = await readReviews(api, username)
    // Servers of before do not say who may answer.
    const isWaiting = ({ answer, mayAnswer }: Rating) => answer === null && (mayAnswer || username === ownName)
    reviews.push(...data.filter(isWaiting).map(reviewAsJson))
  }
  return reviews
}

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'ratings', 'reviews')

/** Prints what the caller can give and answer now. */
export const listRatings = async (options: GlobalOptions): Promise<void> => {
  const session = await open(options)
  const rows = (await session.api.ratings.own({})).data.map(asJson)
  const unanswered = await readUnanswered(session)
  if (options.json) return printJson({ data: rows, unanswered })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  const style = { isColorful: options.color, room: terminalWidth() }
  if (rows.length > 0) printLine(formatTable(columns, rows, style))
  else if (!options.quiet) say('No review is due.')
  if (unanswered.length > 0) printLine(formatTable(reviewColumns, unanswered, style))
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

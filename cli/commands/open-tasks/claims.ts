import type { Claim } from '#shared/contract/index.ts'
import { isApiError } from '#shared/api-client/api-error.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, exitCode } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'

/** A claim as scripts read it; these fields stay. */
const asJson = (claim: Claim) => ({
  id: claim.id,
  taskID: claim.taskID,
  number: claim.task?.taskId ?? null,
  title: claim.task?.title ?? claim.terms.title,
  projectID: claim.project.id,
  project: claim.project.title,
  state: claim.state,
  kind: claim.kind,
  claimedAt: claim.claimedAt,
  leaseUntil: claim.leaseUntil,
  endedAt: claim.endedAt,
  because: claim.because,
})
type Row = ReturnType<typeof asJson>

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'TITLE', name: 'title', text: ({ title }) => title },
  { title: 'PROJECT', name: 'project', text: ({ project }) => project },
  { title: 'STATE', name: 'state', text: ({ state }) => state },
  { title: 'UNTIL', name: 'leaseUntil', text: ({ leaseUntil }) => leaseUntil?.slice(0, 10) ?? '' },
  { title: 'ID', name: 'id', text: ({ id }) => id },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'claims', 'claims')

const print = (claim: Claim, options: GlobalOptions, said: string): void => {
  if (options.json) printJson(asJson(claim))
  else if (!options.quiet) say(said)
}

/** The ID of the task with this number: of one that is open, or one that the caller sees on the board. Errors: CliError. */
const find = async ({ api }: Session, projectID: string, number: number): Promise<string> => {
  let cursor: string | null = null
  do {
    const page = await api.openTasks.list({ query: { projectID, limit: 50, ...(cursor !== null && { cursor }) } })
    const found = page.data.find((task) => Number(task.taskId) === number)
    if (found) return found.id
    cursor = page.nextCursor
  } while (cursor !== null)
  throw new CliError(`Task ${number} of the project is not open.`)
}

const until = ({ leaseUntil }: Claim): string =>
  leaseUntil === null ? '' : ` It is yours until ${leaseUntil.slice(0, 10)}.`

/** A refusal by the rules of taking, for scripts the same as one by the account's rights. Throws other errors as they are. */
const asRefusal = (error: unknown): never => {
  if (isApiError(error) && error.status === 409)
    throw new CliError(error.serverMessage || error.message, exitCode.refused, { cause: error })
  throw error
}

/** Takes an open task, by project and number or by its own ID. Errors: CliError (refused) with the reason why not. */
export const makeClaim = async (named: string, number: number | undefined, options: GlobalOptions): Promise<void> => {
  const session = await open(options)
  const id = number === undefined ? named : await find(session, named, number)
  const body = { idempotencyKey: crypto.randomUUID() }
  const { data } = await session.api.claims.take({ params: { id }, body }).catch(asRefusal)
  print(data, options, `Task #${number ?? data.task?.taskId ?? ''} is taken.${until(data)}`)
}

/** The ID of a claim that is named by itself, or by project and number of its task. Errors: CliError for a task that the caller does not have. */
const claimOf = async ({ api }: Session, named: string, number: number | undefined): Promise<string> => {
  if (number === undefined) return named
  const { data } = await api.claims.list({ query: { projectID: named, number, state: 'active' } })
  const [claim] = data
  if (!claim) throw new CliError(`You do not have task ${number} of the project.`)
  return claim.id
}

type ListOptions = GlobalOptions & { state?: Claim['state']; limit: number }
const PAGE = 50

/** Prints what the caller has taken, newest first. */
export const listClaims = async ({ state, limit, ...options }: ListOptions): Promise<void> => {
  const { api } = await open(options)
  const claims: Claim[] = []
  let cursor: string | null = null
  do {
    const range = { limit: Math.min(PAGE, limit - claims.length), ...(cursor !== null && { cursor }) }
    const page = await api.claims.list({ query: { ...range, ...(state && { state }) } })
    claims.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null && claims.length < limit)
  const rows = claims.map(asJson)
  if (options.json) return printJson({ data: rows })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (rows.length > 0) printLine(formatTable(columns, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('You have taken no task.')
}

/** Takes as long again as the offer had, once. */
export const extendClaim = async (
  named: string,
  number: number | undefined,
  { reason, ...options }: GlobalOptions & { reason: string },
): Promise<void> => {
  const session = await open(options)
  const params = { id: await claimOf(session, named, number) }
  const { data } = await session.api.claims.extend({ params, body: { reason } })
  print(data, options, `Extended.${until(data)}`)
}

/** Gives a task back. */
export const returnClaim = async (
  named: string,
  number: number | undefined,
  { reason, ...options }: GlobalOptions & { reason?: string },
): Promise<void> => {
  const session = await open(options)
  const params = { id: await claimOf(session, named, number) }
  const { data } = await session.api.claims.giveBack({ params, body: reason === undefined ? {} : { reason } })
  print(data, options, `${printable(data.task?.title ?? data.terms.title)} is given back.`)
}

/** Takes a task from its holder. Errors: CliError for a task that nobody has. */
export const takeBackClaim = async (
  projectID: string,
  number: number,
  { reason, ...options }: GlobalOptions & { reason: string },
): Promise<void> => {
  const { api } = await open(options)
  const { data: running } = await api.claims.running({ params: { id: projectID } })
  const held = running.find((claim) => Number(claim.taskId) === number)
  if (!held) throw new CliError(`Nobody has task ${number} of the project.`)
  const { data } = await api.claims.takeBack({ params: { id: held.id }, body: { reason } }).catch(asRefusal)
  print(data, options, `${printable(held.holder.name || held.holder.username)} no longer has ${printable(held.title)}.`)
}

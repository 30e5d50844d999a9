import type { KnownPerson } from '#shared/contract/known-people.ts'
import { personText } from '#shared/rules/person.ts'
import { openSessionFor } from '#cli/capability.ts'
import type { GlobalOptions, Session } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'

type Options = GlobalOptions & { remove?: boolean; block?: boolean; unblock?: boolean }
type Act = {
  work: (session: Session, params: { id: string; userID: string }) => Promise<unknown>
  done: (name: string) => string
}

const vouching: Act = {
  work: ({ api }, params) => api.knownPeople.vouch({ params, body: {} }),
  done: (name) => `You vouch for ${name}.`,
}
const removing: Act = {
  work: ({ api }, params) => api.knownPeople.takeVouch({ params }),
  done: (name) => `You no longer vouch for ${name}.`,
}
const blocking: Act = {
  work: ({ api }, params) => api.knownPeople.block({ params, body: {} }),
  done: (name) => `${name} is blocked.`,
}
const unblocking: Act = {
  work: ({ api }, params) => api.knownPeople.unblock({ params }),
  done: (name) => `${name} is no longer blocked.`,
}
const actOf = ({ remove, block, unblock }: Options): Act => {
  if (remove) return removing
  if (block) return blocking
  return unblock ? unblocking : vouching
}

const columns: ReadonlyArray<Column<KnownPerson>> = [
  { title: 'USER', name: 'username', text: ({ username }) => username, shown: personText, isWhole: true },
  { title: 'MARK', name: 'mark', text: ({ mark }) => mark },
  { title: 'SINCE', name: 'markedAt', text: ({ markedAt }) => markedAt.slice(0, 10) },
]

const list = async ({ api }: Session, projectID: string, options: GlobalOptions): Promise<void> => {
  const { data } = await api.knownPeople.list({ params: { id: projectID } })
  if (options.json) return printJson({ data })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (data.length > 0) printLine(formatTable(columns, data, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('The project vouches for nobody and blocks nobody.')
}

/**
 * Vouches for a person, takes that back, blocks them or ends that; without a username it lists whom the project knows.
 * Errors: CliError (usage) for an act without a username; ApiError.
 */
export const vouch = async (projectID: string, username: string | undefined, options: Options): Promise<void> => {
  const act = actOf(options)
  if (username === undefined && act !== vouching) throw usageError('Say whom: give a username.')
  const session = await openSessionFor(options, 'claims', 'claims')
  if (username === undefined) return list(session, projectID, options)
  const { data } = await session.api.people.profileByUsername({ params: { username: username.replace(/^@/, '') } })
  await act.work(session, { id: projectID, userID: data.id })
  if (options.json) printJson({ data: { userID: data.id, username: data.username } })
  else if (!options.quiet) say(act.done(printable(data.username)))
}

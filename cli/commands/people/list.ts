import type { AdministeredPerson, PeopleState } from '#shared/contract/administration.ts'
import { personText } from '#shared/rules/person.ts'
import { type GlobalOptions, openSession } from '#cli/context.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { type Column, formatTable } from '#cli/output/table.ts'

const day = (time: string | null) => time?.slice(0, 10) ?? ''
const columns: ReadonlyArray<Column<AdministeredPerson>> = [
  { title: 'USER', name: 'username', text: ({ username }) => username, shown: personText, isWhole: true },
  { title: 'E-MAIL', name: 'email', text: ({ email }) => email },
  { title: 'STATE', name: 'state', text: ({ suspendedAt }) => (suspendedAt === null ? 'active' : 'suspended') },
  { title: 'ADMINISTRATOR', name: 'isAdministrator', text: ({ isAdministrator }) => (isAdministrator ? 'yes' : 'no') },
  { title: 'JOINED', name: 'createdAt', text: ({ createdAt }) => day(createdAt), isMinor: true },
  { title: 'LAST HERE', name: 'lastActiveAt', text: ({ lastActiveAt }) => day(lastActiveAt), isMinor: true },
]

type Options = GlobalOptions & { search?: string; state?: PeopleState; limit?: number; all?: boolean }

/** Prints the accounts, newest first: as many as `limit` says, or all of them. */
export const listPeople = async ({ search, state, limit, all, ...options }: Options): Promise<void> => {
  const { api } = await openSession(options)
  const asked = {
    ...(search !== undefined && { q: search }),
    ...(state && { state }),
    limit: all ? 100 : (limit ?? 25),
  }
  const people: AdministeredPerson[] = []
  let next: string | null = null
  do {
    const cursor: string | null = next
    const { data, nextCursor } = await api.administration.people({ query: { ...asked, ...(cursor && { cursor }) } })
    people.push(...data)
    next = nextCursor
  } while (all && next !== null)
  if (options.json) return printJson({ data: people, nextCursor: next })
  const room = process.stdout.isTTY ? process.stdout.columns || 80 : Infinity
  if (people.length > 0) printLine(formatTable(columns, people, { isColorful: options.color, room }))
  else if (!options.quiet) say('Nobody found.')
  if (next !== null && !options.quiet) say('There are more; --all prints every one.')
}

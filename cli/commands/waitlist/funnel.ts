import type { WaitlistFunnel } from '#shared/contract/index.ts'
import type { GlobalOptions } from '#cli/context.ts'
import { openSessionFor } from '#cli/capability.ts'
import { printJson, printLine } from '#cli/output/printer.ts'
import { type Column, formatTable, terminalWidth } from '#cli/output/table.ts'

type Line = WaitlistFunnel['total'] & { week: string }

const number = (title: string, name: keyof WaitlistFunnel['total']): Column<Line> => ({
  title,
  name,
  text: (line) => String(line[name]),
})
const columns: ReadonlyArray<Column<Line>> = [
  { title: 'WEEK OF', name: 'week', text: ({ week }) => week, isWhole: true },
  number('JOINED', 'joined'),
  number('WAITING', 'waiting'),
  number('INVITED', 'invited'),
  number('REGISTERED', 'registered'),
  number('FIRST ACT', 'acted'),
]

/** Prints how far the people of the waitlist have come, by the week in which they joined, newest first, and in all. */
export const printFunnel = async (options: GlobalOptions): Promise<void> => {
  const session = await openSessionFor(options, 'wishes', 'figures of the waitlist')
  const { data } = await session.api.waitlist.funnel({})
  if (options.json) return printJson(data)
  const lines = [...data.weeks, { week: 'all', ...data.total }]
  printLine(formatTable(columns, lines, { isColorful: options.color, room: terminalWidth() }))
}

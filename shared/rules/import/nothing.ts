import type { TableField } from './words/heads.ts'
import type { Tracker } from './words/programs.ts'

/** What programs and databases write where there is nothing, and the fields in which it may be a text. */
const NOTHING = /^(?:null|nil|none|n\/a|#n\/a|undefined|unassigned|\[\]|[-–—]{1,3})$/i
/** The days that databases begin with. */
const NO_DAY = /^(?:0|1970-01-01|0000-00-00|0001-01-01)(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const texts: ReadonlySet<TableField> = new Set<TableField>([
  'title',
  'description',
  'comments',
  'doneWhen',
  'kept',
  'list',
])

/** Whether a cell of a field is empty, or says that it is. */
export const saysNothing = (text: string, field: TableField, program: Tracker | null): boolean =>
  text === '' ||
  ((field === 'dueOn' || field === 'finished') && NO_DAY.test(text)) ||
  (NOTHING.test(text) && !texts.has(field)) ||
  (program === 'ClickUp' && /^(?:null|\[\]|\{\})$/.test(text))

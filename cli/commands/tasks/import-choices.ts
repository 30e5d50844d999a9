import type { TaskPriority } from '#shared/contract/task-fields.ts'
import { taskPriorities } from '#shared/contract/task-fields.ts'
import type { TableField } from '#shared/rules/import/words/heads.ts'
import { allTaskStatuses, taskStatusLabel } from '#shared/rules/statuses.ts'
import { usageError } from '#cli/exit-codes.ts'
import type * as Reader from './import-reader.ts'

/** What `--map` says: the meaning of words of the file, and of its columns by their names. */
export type Maps = {
  statuses: Map<string, number>
  priorities: Map<string, TaskPriority>
  columns: Map<string, TableField>
}

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '')

const statusOf = (typed: string, { readStatus }: typeof Reader): number => {
  const status = allTaskStatuses.find((one) => plain(taskStatusLabel(one)) === plain(typed)) ?? readStatus(typed)
  if (status === undefined)
    throw usageError(`There is no status "${typed}": choose from ${allTaskStatuses.map(taskStatusLabel).join(', ')}.`)
  return status
}
const oneOf = <T extends string>(typed: string, all: readonly T[], what: string): T => {
  const found = all.find((one) => plain(one) === plain(typed))
  if (found === undefined) throw usageError(`There is no ${what} "${typed}": choose from ${all.join(', ')}.`)
  return found
}

/** Reads `status=QA=Under Review`, `priority=P2-High=high` and `column=Was=title`. Errors: CliError (usage). */
export const readMaps = (said: readonly string[], reader: typeof Reader): Maps => {
  const maps: Maps = { statuses: new Map(), priorities: new Map(), columns: new Map() }
  for (const one of said) {
    const parts = /^(status|priority|column)=(.+)=([^=]+)$/is.exec(one)
    if (!parts)
      throw usageError(`"${one}" is no mapping: write status=WORD=STATUS, priority=WORD=PRIORITY or column=NAME=FIELD.`)
    const [, kind = '', word = '', meaning = ''] = parts
    if (kind.toLowerCase() === 'status') maps.statuses.set(word.trim(), statusOf(meaning, reader))
    else if (kind.toLowerCase() === 'priority')
      maps.priorities.set(word.trim(), oneOf(meaning, taskPriorities, 'priority'))
    else maps.columns.set(word.trim(), oneOf(meaning, reader.tableFields, 'field'))
  }
  return maps
}

/** Errors: CliError (usage) for a word that the file does not have. */
export const requireWords = (mapped: Iterable<string>, words: readonly string[], what: string): void => {
  for (const word of mapped)
    if (!words.includes(word))
      throw usageError(`The file has no ${what} "${word}"${words.length === 0 ? '' : `; it has: ${words.join(', ')}`}.`)
}

import { isObject, type Json, listOf, objectOf, objectsOf, textOf } from './json.ts'

/* Files that keep tasks, columns and people side by side name them by their IDs. */

const nouns: ReadonlyArray<readonly [key: RegExp, lists: RegExp, name: string]> = [
  [/^(?:id_?)?(?:column|list|section|bucket|stage|state|status)_?(?:id)?$/i, /^(?:columns|lists|sections|buckets|stages|states|statuses)$/i, 'list'], // prettier-ignore
  [/^(?:assignee|assigned_?to|owner|responsible|user|member)_?(?:u?ids?)?$/i, /^(?:users|members|people|collaborators|assignees)$/i, 'assignee'], // prettier-ignore
  [/^(?:label|tag)_?ids$/i, /^(?:labels|tags)$/i, 'labels'],
]
const namesIn = (lists: readonly unknown[]): ReadonlyMap<string, string> =>
  new Map(
    lists.flatMap((list) =>
      objectsOf(list).flatMap((one): Array<[string, string]> => {
        const id = textOf(one['id'] ?? one['_id'] ?? one['uuid'] ?? one['gid'])
        const name = textOf(one['name'] ?? one['title'] ?? one['displayName'] ?? one['username'])
        return id === '' || name === '' ? [] : [[id, name]]
      }),
    ),
  )

/** The lists of a file, of its own and of the object that has its tasks. */
const listsIn = (value: unknown): Array<readonly [string, unknown]> => {
  const root = objectOf(value)
  return [root, ...Object.values(root).filter(isObject)].flatMap((one) => Object.entries(one)).filter(([, list]) => objectsOf(list).length > 0) // prettier-ignore
}

/** Records with the names of the columns, people and labels that they name by ID. */
export const joined = (records: readonly Json[], value: unknown): Json[] => {
  const lists = listsIn(value)
  const known = nouns.map(([key, list, name]) => ({ key, name, names: namesIn(lists.flatMap(([called, one]) => (list.test(called) ? [one] : []))) })) // prettier-ignore
  if (known.every(({ names }) => names.size === 0)) return [...records]
  return records.map((record) => {
    const added: Record<string, unknown> = {}
    for (const [key, said] of Object.entries(record))
      for (const one of known) {
        if (!one.key.test(key) || one.name in record) continue
        const found = (Array.isArray(said) ? listOf(said) : [said]).flatMap((id) => one.names.get(textOf(id)) ?? [])
        if (found.length > 0) added[one.name] = one.name === 'list' ? found[0] : found
      }
    return { ...added, ...record }
  })
}

/** What a file says of the project itself, where its tasks are in a list of it. */
export const ofProject = (records: readonly Json[], value: unknown): string[] =>
  isObject(value) && !records.includes(value)
    ? ['name', 'title', 'description'].flatMap((key) => {
        const text = textOf(value[key]).trim()
        return text === '' ? [] : [`The ${key} of the project: ${text}`]
      })
    : []

/** The lists of a file that are not those of its tasks, nor the names that these have. */
export const unreadLists = (records: readonly Json[], value: unknown): string[] => {
  const read = new Set<unknown>(records)
  const lists = Object.entries(objectOf(value)).map(([key, list]) => ({ key, entries: objectsOf(list) }))
  const isOfTasks = ({ entries }: { entries: readonly Json[] }) => entries.some((one) => read.has(one))
  // Where the tasks are within other lists, all of them may have some.
  if (!lists.some(isOfTasks)) return []
  return lists
    .filter((list) => list.entries.length > 0 && !isOfTasks(list) && !nouns.some(([, known]) => known.test(list.key)))
    .map(({ key, entries }) => `The list “${key}” of the file is not read: it has ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}.`) // prettier-ignore
}

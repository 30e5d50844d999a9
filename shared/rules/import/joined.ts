import { isObject, type Json, listOf, objectOf, objectsOf, textOf } from './json.ts'
import { isOfHolders } from './records.ts'

/* Files that keep tasks, columns and people side by side name them by their IDs. */

const people = ['assignees', 'users', 'members', 'people', 'collaborators']
const columns = ['columns', 'lists', 'tasklists', 'sections', 'buckets', 'stages', 'states', 'statuses']
/** What a record calls one thing of a list, and the names of its list, the best first. */
const nouns: ReadonlyArray<readonly [key: RegExp, lists: readonly string[]]> = [
  [/^list$/, ['lists', 'tasklists']],
  [/^column$/, ['columns']],
  [/^section$/, ['sections']],
  [/^bucket$/, ['buckets']],
  [/^stage$/, ['stages']],
  [/^stat(?:e|us)$/, ['statuses', 'states']],
  [/^user$/, ['users', ...people]],
  [/^member$/, ['members', ...people]],
  [/^(?:assignee|assigned_?to|owner|responsible)$/, people],
  [/^labels$/, ['labels', 'tags']],
  [/^tags$/, ['tags', 'labels']],
]
const known = new Set([...people, ...columns, 'labels', 'tags'])

type Names = ReadonlyMap<string, string>
const namesIn = (entries: readonly Json[]): Array<readonly [string, string]> =>
  entries.flatMap((one) => {
    const id = textOf(one['id'] ?? one['_id'] ?? one['uuid'] ?? one['gid'])
    const name = textOf(one['name'] ?? one['title'] ?? one['displayName'] ?? one['username'])
    return id === '' || name === '' ? [] : [[id, name] as const]
  })

/** The lists of a file, of its own and of the object that has its tasks. */
const listsIn = (value: unknown): Array<readonly [string, unknown]> => {
  const root = objectOf(value)
  return [root, ...Object.values(root).filter(isObject)].flatMap((one) => Object.entries(one)).filter(([, list]) => objectsOf(list).length > 0) // prettier-ignore
}

/** 'list' of 'list_id', 'idList', and 'listId'; 'labels' of 'label_ids'. */
const nounOf = (key: string): string =>
  key.replace(/^id_?(?=[A-Z])|^id_/, '').replace(/_?u?(id|ids)$/i, '').toLowerCase() // prettier-ignore

/** Records with the names of the columns, people and labels that they name by ID. */
export const joined = (records: readonly Json[], value: unknown): Json[] => {
  const lists = new Map<string, Names>()
  for (const [called, list] of listsIn(value)) {
    const key = called.toLowerCase()
    const names = known.has(key) ? namesIn(objectsOf(list)) : []
    if (names.length > 0) lists.set(key, new Map([...(lists.get(key) ?? []), ...names]))
  }
  if (lists.size === 0) return [...records]
  const columnsOfFile = columns.filter((name) => lists.has(name))
  const listOfNoun = (noun: string, isID: boolean): Names | undefined => {
    const [, names] = nouns.find(([key]) => key.test(noun)) ?? []
    const own = names?.find((name) => lists.has(name))
    // A status may be the ID of the only kind of columns that a file has.
    const column = !isID && columnsOfFile.length === 1 && /^(?:stat(?:e|us)|stage|column)$/.test(noun) ? columnsOfFile[0] : undefined // prettier-ignore
    return lists.get(own ?? column ?? '')
  }
  return records.map((record) => {
    const added: Record<string, unknown> = {}
    const replaced: Record<string, unknown> = {}
    for (const [key, given] of Object.entries(record)) {
      const singular = nounOf(key)
      const isID = singular !== key.toLowerCase()
      const noun = isID && /^(?:label|tag)$/.test(singular) ? `${singular}s` : singular
      const names = listOfNoun(noun, isID)
      const ids = Array.isArray(given) ? listOf(given).map(textOf) : [textOf(given)]
      if (!names?.size || !ids.some((id) => names.has(id))) continue
      const said = ids.map((id) => names.get(id) ?? id).filter((text) => text !== '')
      const named = Array.isArray(given) ? said : said[0]
      if (isID && !(noun in record)) added[noun] = named
      // What has no digit is a name that can be read as it is.
      if (!isID && ids.every((id) => /\d/.test(id))) replaced[key] = named
    }
    // Of a user nobody knows whether he has the task, unless somebody else does.
    const user = added['user'] ?? added['member']
    const hasOther = Object.keys({ ...added, ...record }).some((key) =>
      /^(?:assign\w*|owners?|responsible)$/i.test(key),
    )
    return { ...(user !== undefined && !hasOther ? { assignee: user } : {}), ...added, ...record, ...replaced }
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
    .filter((list) => list.entries.length > 0 && !isOfTasks(list) && !known.has(list.key.toLowerCase()) && !isOfHolders(list.key, list.entries))
    .map(({ key, entries }) => `The list “${key}” of the file is not read: it has ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}.`) // prettier-ignore
}

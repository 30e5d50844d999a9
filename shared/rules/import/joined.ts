import { isObject, type Json, listOf, objectOf, objectsOf, textOf } from './json.ts'

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
  [/^project$/, ['projects']],
]
const known = new Set([...people, ...columns, 'labels', 'tags', 'projects'])
/** Whether tasks have the names of such a list. */
export const isJoined = (key: string): boolean => known.has(key.toLowerCase())

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

/** Comments that are beside the tasks, by the ID of the task that they name. */
export const talkIn = (value: unknown): ReadonlyMap<string, Json[]> => {
  const entries = listsIn(value).flatMap(([key, list]) => (/^(?:comments|notes)$/i.test(key) ? objectsOf(list) : []))
  const refOf = (one: Json) => textOf(Object.entries(one).find(([key]) => /^(?:task|item|issue|card|todo|story)_?id$/i.test(key))?.[1]) // prettier-ignore
  const byTask = new Map<string, Json[]>()
  for (const one of entries) {
    const ref = refOf(one)
    const before = byTask.get(ref)
    if (before) before.push(one)
    else if (ref !== '') byTask.set(ref, [one])
  }
  return byTask
}

/** Records with the comments, and the names of the columns, people and labels that they name by ID. */
export const joined = (given: readonly Json[], value: unknown): Json[] => {
  const talk = talkIn(value)
  const records = given.map((one) => (talk.has(textOf(one['id'])) && !('comments' in one) ? { ...one, comments: talk.get(textOf(one['id'])) } : one)) // prettier-ignore
  const lists = new Map<string, Names>()
  for (const [called, list] of listsIn(value)) {
    const key = called.toLowerCase()
    const names = known.has(key) ? namesIn(objectsOf(list)) : []
    if (names.length > 0) lists.set(key, new Map([...(lists.get(key) ?? []), ...names]))
  }
  if (lists.size === 0) return records
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

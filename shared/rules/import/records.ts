import { linkOf, nameOfEntry } from './cells.ts'
import { isObject, type Json, listOf, objectOf, objectsOf, textOf, textsOf } from './json.ts'
import { within } from './origins.ts'
import { richText } from './rich-text.ts'
import type { Row, Table } from './table.ts'
import { fieldOfHead, headOf, type TableField } from './words/heads.ts'

/* JSON of any program as a table: a list of objects, wherever it is, with a column for each of their keys. */

/** How deep a list of records is looked for: GraphQL has its records at data.project.issues.nodes. */
const DEPTH_MAX = 6
const RECORDS_MAX = 100_000

const titled = /^(?:title|name|summary|subject|content|task|text|fields|attributes|properties|story|todo)$/i
/** What holds tasks and is none, and of these what the tasks of a board are in. */
const holders =
  /^(?:projects|boards|workspaces|spaces|teams|repositories|folders|lists|tasklists|columns|sections|buckets|groups|stages|stacks|swimlanes)$/i
const parts = /^(?:lists|tasklists|columns|sections|buckets|groups|stages|stacks)$/i
const isRecord = (value: unknown): value is Json =>
  isObject(value) && Object.keys(value).some((key) => titled.test(key))

/** What only tasks are in, whatever else their holder has. */
const ofTasks = /^(?:tasks|cards|issues|tickets|user_?stories|stories|todos|work_?(?:items|packages)|epics|bugs)$/i
const ofOneTask = /^(?:status|state|stage|column|due|due_?(?:date|on|at)|deadline|priority|assign\w*|estimate\w*|completed\w*|done|checked|is_?(?:done|completed))$/i // prettier-ignore
/** What says of a list's entries that they are no lines of one task. */
const ofOthers = /^(?:status|state|stage|column|due|due_?(?:date|on|at)|deadline|priority|assign\w*)$/i
const hasKey = (one: Json, key: RegExp): boolean => Object.keys(one).some((name) => key.test(name))
/** The same of keys that say something: a list of to-dos may be `completed: false`, and is none of them for that. */
const saysKey = (one: Json, key: RegExp): boolean => Object.entries(one).some(([name, value]) => key.test(name) && ![null, false, ''].includes(value as null) && !(Array.isArray(value) && value.length === 0)) // prettier-ignore

/** The lists of tasks in a project's own object, which has a name, a description and more. */
const taskListsIn = (one: Json): Json[] => {
  const lists = Object.entries(one).filter(([key, list]) => ofTasks.test(key) && listOf(list).some(isRecord))
  const tasks = lists.flatMap(([, list]) => objectsOf(list))
  return hasKey(one, ofOneTask) && !tasks.some((task) => hasKey(task, ofOthers)) ? [] : tasks
}

/** What an epic has beside its stories, and a project in a list of projects has not. */
const ofEpic = new RegExp(`${ofOneTask.source}|^(?:labels?|tags)$`, 'i')

/** What a list of tasks calls them, and what only a task has. */
const inner = /^(?:tasks|items|cards|issues|stories|tickets|todos)$/i
const ofTask =
  /^(?:status|state|stage|column|description|desc|body|notes?|due|due_?(?:date|on|at)|deadline|labels?|tags|priority|assign\w*|owners?|members|estimate\w*|completed\w*|done|checked|is_?(?:done|completed))$/i
/** Lists that the file has not named as such: Google Tasks has `items` in its `items`. */
const areLists = (records: readonly Json[]): boolean => {
  const innersOf = (one: Json) => Object.entries(one).flatMap(([key, list]) => (inner.test(key) && Array.isArray(list) ? [listOf(list)] : [])) // prettier-ignore
  // Google leaves out the tasks of an empty list.
  const isList = (one: Json) => innersOf(one).length > 0 || one['kind'] === 'tasks#tasks'
  return (
    records.every((one) => isList(one) && !Object.keys(one).some((key) => ofTask.test(key))) &&
    records.some((one) => innersOf(one).some((list) => list.some(isRecord)))
  )
}

const holdsTasks = (one: Json): boolean =>
  Object.entries(one).some(([key, list]) => (inner.test(key) || ofTasks.test(key)) && listOf(list).some(isRecord))
/** Whether tasks are read from such a list, beside those that a file has outside. */
export const isOfHolders = (key: string, entries: readonly Json[]): boolean => holders.test(key) && entries.some(holdsTasks) // prettier-ignore

/** The largest list of objects with something like a title in a value; a list that is nested in another's records is none. */
const listIn = (value: unknown, depth = 0): Json[] => {
  if (Array.isArray(value)) {
    const records = value.filter(isRecord)
    // A name above tasks may be that of a list, or of a project.
    if (areLists(records)) return held('lists', value, depth).map((one) => ('list' in one && records.every((list) => 'tasks' in list) ? { project: one['list'], ...one } : one)) // prettier-ignore
    const ofProjects = records.map(taskListsIn)
    if (
      ofProjects.length > 0 &&
      ofProjects.every((list) => list.length > 0) &&
      !records.some((one) => saysKey(one, ofEpic))
    )
      return ofProjects.flatMap((list, at) => {
        const { name, title, description, notes } = records[at] ?? {}
        return list.map((one) => within({ project: textOf(name ?? title), 'project description': textOf(description ?? notes) }, one)) // prettier-ignore
      })
    if (records.length > 0 && records.length >= objectsOf(value).length / 2) return objectsOf(value)
    // GraphQL's edges, and lists of pages.
    return depth < DEPTH_MAX ? value.flatMap((one) => (isObject(one) ? listIn(one['node'] ?? one, depth + 1) : [])) : []
  }
  if (!isObject(value) || depth >= DEPTH_MAX) return []
  const tasks = taskListsIn(value)
  const heldIn = (key: string, one: unknown) =>
    held(key, tasks.length > 0 ? objectsOf(one).filter(holdsTasks) : one, depth)
  const inside = Object.entries(value).flatMap(([key, one]): Json[] => (holders.test(key) ? heldIn(key, one) : []))
  if (tasks.length > 0) {
    // A list may have the tasks of its project once more.
    const ids = new Set(tasks.map(({ id }) => textOf(id)))
    return [...tasks, ...inside.filter(({ id }) => textOf(id) === '' || !ids.has(textOf(id)))]
  }
  if (inside.length > 0) return inside
  const keyed = Object.values(value)
  if (keyed.length > 1 && keyed.every(isRecord)) return objectsOf(keyed)
  const others = Object.entries(value).map(([key, one]) => (holders.test(key) ? [] : listIn(one, depth + 1)))
  const lists = others.some((list) => list.length > 0) ? others : keyed.map((one) => listIn(one, depth + 1))
  return lists.reduce((most, list) => (list.length > most.length ? list : most), [])
}

/** The records in each of a file's boards or lists; those of a list say which. */
const held = (key: string, value: unknown, depth: number): Json[] =>
  objectsOf(Array.isArray(value) ? value : Object.values(objectOf(value))).flatMap((holder) => {
    const records = listIn(holder, depth + 1)
    const list = textOf(holder['name'] ?? holder['title'])
    const noun = parts.test(key) ? 'list' : key.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')
    return records.map((one) => within({ [noun]: list }, one))
  })

/** The records of a file: a list, the list in an object, objects by their keys, or a single one. */
export const recordsIn = (value: unknown): Json[] => {
  const texts = Array.isArray(value) && value.some((one) => typeof one === 'string') ? value.filter((one) => one !== null) : [] // prettier-ignore
  if (texts.length > 0 && texts.every((one) => textOf(one) !== '')) return texts.map((one) => ({ title: textOf(one) }))
  if (
    isRecord(value) &&
    !isObject(value['fields']) &&
    taskListsIn(value).length === 0 &&
    Object.keys(value).some((key) => /^(?:status|state|description|body|due|labels|notes)/i.test(key))
  )
    return [value]
  const found = listIn(value)
  return (found.length > 0 ? found : listIn(titledByText(value))).slice(0, RECORDS_MAX)
}

/** Taskwarrior's tasks have a description, and nothing that is called a title. */
const titledByText = (value: unknown): unknown =>
  Array.isArray(value)
    ? objectsOf(value).map(({ description, ...others }) =>
        textOf(description) === '' ? others : { title: description, ...others },
      )
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => [key, Array.isArray(one) ? titledByText(one) : one]),
        )
      : value

const isRich = (value: Json): boolean => value['type'] === 'doc' && Array.isArray(value['content'])

const nameKeys = [
  'name',
  'title',
  'date',
  'dateTime',
  'start',
  'displayName',
  'displayname',
  'display_name',
  'fullName',
  'fullname',
  'username',
  'login',
  'value',
  'label',
  'summary',
  'text',
  'presentation',
  'key',
  'email',
]
const addressKeys = ['email', 'emailAddress', 'mail', 'uniqueName', 'username', 'login']

/** What an object of a record is called: a person with the address, other things by their names; undefined for one that is not called anything. */
const nameOf = (value: Json, own = ''): string | undefined => {
  const [from, to] = [textOf(value['start']), textOf(value['end'])]
  if (from !== '' && to !== '') return `${from} → ${to}`
  const name = [own, ...nameKeys].map((key) => textOf(value[key])).find((text) => text !== '')
  if (name === undefined) return undefined
  const address = addressKeys.map((key) => textOf(value[key])).find((text) => text !== '' && text !== name)
  return address !== undefined && address.includes('@') ? `${name} <${address}>` : name
}

/** A list within a record's object: Linear's `labels.nodes`, Jira's `comment.comments`. */
const innerList = (value: Json): readonly unknown[] | undefined => {
  const lists = Object.values(value).filter((one) => Array.isArray(one))
  return lists.length === 1 && nameOf(value) === undefined ? listOf(lists[0]) : undefined
}

const ofOneText = new Set<TableField | undefined>(['title', 'description', 'status', 'list', 'priority', 'dueOn', 'estimateHours', 'finished', 'key']) // prettier-ignore
/** What an entry of a list is called, or its number where it has nothing else. */
const entryOf = (one: unknown): string => {
  if (!isObject(one)) return textOf(one)
  const [id, ...others] = Object.entries(one).flatMap(([key, value]) => (/^(?:resource_?type|type)$/.test(key) ? [] : [[key, textOf(value)] as const])) // prettier-ignore
  const number = id && others.length === 0 && /^(?:id|gid|key|ref)$/.test(id[0]) ? id[1] : ''
  return nameOf(one) ?? nameOf(objectOf(one['participant'] ?? one['user'])) ?? (number || JSON.stringify(one))
}
/** An entry with an address, where it is not a person or a label. */
const isLink = (one: unknown): one is Json => isObject(one) && /^https?:/.test(textOf(one['url'] ?? one['link']))
const addressOf = (one: Json): string => linkOf(textOf(one['title'] ?? one['name']), textOf(one['url'] ?? one['link']))

/** Comments, attachments and lines keep their parts; of other objects the name is what counts. */
const cellOfList = (key: string, list: readonly unknown[]): string => {
  if (list.length === 0) return ''
  const field = fieldOfHead(key)?.field
  if (ofOneText.has(field) && list.every((one) => textOf(one) !== '')) return list.map(textOf).join(field === 'description' ? '\n' : ', ') // prettier-ignore
  if (/check|sub_?tasks?$|steps$/i.test(key) || field === 'doneWhen')
    return JSON.stringify(list.map((one) => (isObject(one) ? { ...one, name: nameOfEntry(one) } : one)))
  if (/comment|attach|file/i.test(key))
    return JSON.stringify(
      list.map((one) =>
        isObject(one) ? { ...one, body: isObject(one['body']) ? richText(one['body']).trim() : one['body'] } : one,
      ),
    )
  const names = list.map((one) => (field === undefined && isLink(one) ? addressOf(one) : entryOf(one)))
  return JSON.stringify(names.filter((name) => name !== ''))
}

/** A value that a program wraps: Notion's `{type: 'status', status: {…}}`. */
const unwrapped = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const kind = textOf(value['type'])
  if (!(kind in value) || isRich(value)) return value
  const inside = value[kind]
  return listOf(inside).some((one) => isObject(one) && 'plain_text' in one) ? richText(inside) : unwrapped(inside)
}
/** Fields of one's own in a list, each with its name: YouTrack's and Asana's. */
const isNamedValues = (list: readonly unknown[]): boolean =>
  list.length > 0 &&
  list.every((one) => isObject(one) && textOf(one['name']) !== '' && ('value' in one || 'display_value' in one))

type Cells = Map<string, string>
/** Keys under which programs keep what belongs to the record itself. */
const own = /^(?:fields|attributes|properties|data|content|node|system|_links)$/i
/** Links to what a record has, each with a title; of the others only whole addresses are worth a line. */
const titledLinks = (links: Json): Json => Object.fromEntries(Object.entries(links).filter(([key, link]) => key !== 'self' && textOf(objectOf(link)['title']) !== '')) // prettier-ignore
const otherLinks = (links: Json): Array<readonly [string, string]> =>
  Object.entries(links).flatMap(([key, link]) => {
    if (key in titledLinks({ [key]: link })) return []
    const [head, address] = isObject(link)
      ? [`_links ${key} href`, textOf(link['href'])]
      : [`_links ${key}`, textOf(link)]
    return /^https?:/i.test(address) ? [[head, address] as const] : []
  })

/** Jira's links to other issues, and the section of Asana's memberships, as cells of their own. */
const linksIn = (key: string, value: unknown): Array<readonly [string, string]> => {
  if (key === 'memberships') return [['section', textsOf(objectsOf(value).map((one) => objectOf(one['section'])['name']))[0] ?? '']] // prettier-ignore
  if (!/^issuelinks$/i.test(key)) return []
  const links = objectsOf(value).map(({ type, inwardIssue, outwardIssue }) => ({
    kind: textOf(objectOf(type)[isObject(inwardIssue) ? 'inward' : 'outward']),
    other: textOf(objectOf(inwardIssue ?? outwardIssue)['key']),
  }))
  const isBlocker = ({ kind }: { kind: string }) => /^(?:is blocked by|depends on)$/i.test(kind)
  return [
    ['Blocked by', links.filter(isBlocker).map(({ other }) => other).join(', ')], // prettier-ignore
    ['Issue links', links.filter((link) => !isBlocker(link)).map(({ kind, other }) => `${kind} ${other}`).join(', ')], // prettier-ignore
  ]
}

const fill = (cells: Cells, record: Json, prefix: string, depth: number): void => {
  for (const [key, given] of Object.entries(record)) {
    const value = unwrapped(given)
    const name = prefix === '' ? key : `${prefix} ${key}`
    const set = (text: string) => {
      if (text !== '' && !cells.has(name)) cells.set(name, text.trim())
    }
    for (const [head, text] of linksIn(key, value)) if (text !== '') cells.set(head, text)
    if (/^issuelinks$/i.test(key)) continue
    if (Array.isArray(value) && isNamedValues(value))
      for (const one of objectsOf(value))
        fill(cells, { [textOf(one['name'])]: one['display_value'] ?? one['value'] }, '', depth + 1)
    else if (Array.isArray(value)) set(cellOfList(key, value))
    else if (!isObject(value)) set(textOf(value))
    else if (isRich(value)) set(richText(value).trim())
    else if ('raw' in value && 'html' in value) set(textOf(value['raw']))
    else if (key === '_links') {
      fill(cells, titledLinks(value), '', depth + 1)
      for (const [head, address] of otherLinks(value)) cells.set(head, address)
    } else if (own.test(key) && depth < DEPTH_MAX) fill(cells, value, prefix, depth + 1)
    else {
      const list = innerList(value)
      const called = nameOf(value, key)
      if (list) set(cellOfList(key, list))
      else if (called !== undefined) set(called)
      else if (depth < DEPTH_MAX) fill(cells, value, name, depth + 1)
    }
  }
}

/** The records as a table; each is a line, from 1. */
export const tableOfRecords = (records: readonly Json[]): Table => {
  const filled = records.map((record) => {
    const cells: Cells = new Map()
    fill(cells, objectOf(record), '', 0)
    return cells
  })
  // One column for the names that are one head.
  const columns = new Map<string, string>()
  for (const cells of filled)
    for (const key of cells.keys()) if (!columns.has(headOf(key))) columns.set(headOf(key), key)
  const heads = [...columns.keys()]
  const rows = filled.map((cells, at): Row => {
    const byHead = new Map([...cells].map(([key, text]) => [headOf(key), text]))
    return { line: at + 1, cells: heads.map((head) => byHead.get(head) ?? '') }
  })
  const isMarkdown = records.some((record) => [record, objectOf(record['fields'])].some((one) => Object.values(one).some((text) => isObject(text) && isRich(text)))) // prettier-ignore
  return { columns: [...columns.values()], rows, headLine: 1, above: [], oddities: [], isMarkdown }
}

import { isObject, type Json, listOf, objectsOf, textOf, textsOf } from './json.ts'
import { isJoined, talkIn } from './joined.ts'
import { originOf } from './origins.ts'
import { isOfHolders } from './records.ts'

/* What a JSON says above and beside its tasks: of their project, their lists and the people of both, and what of it is not read. */

type Found = { hasTasks: boolean; facts: string[] }
const NOTHING: Found = { hasTasks: false, facts: [] }
const DEPTH_MAX = 8
const FACTS_MAX = 200

/** What programs write for each other. */
const OF_PROGRAMS = /^(?:_?id|gid|uuid|self|kind|object|type|expand|next|prev|previous|cursor|after|before|slug|format|version|colou?r|icon|emoji|locale|lang|_type|\$?schema|.*(?:id|url|link|uri|href|token|etag|type|_at|At))$/ // prettier-ignore
const IS_NAME = /^(?:name|title|description|notes)$/i
const PEOPLE = /^(?:owners?|members?|people|users?|admins?|participants|collaborators|team)$/i
const isTold = (text: string): boolean => /\p{L}/u.test(text) && !/^(?:https?:\S+|\d{4}-\d{2}-\d{2}\S*)$/.test(text.trim()) // prettier-ignore
const nameOf = (one: Json): string =>
  ['name', 'displayName', 'fullName', 'title', 'username', 'login', 'email'].map((key) => textOf(one[key])).find((text) => text !== '') ?? '' // prettier-ignore

/** What a value beside the tasks says in a few words; '' for one that says nothing to people. */
const saidBy = (key: string, value: unknown): string => {
  if (isObject(value)) return nameOf(value)
  const people = PEOPLE.test(key) ? objectsOf(value).map(nameOf).filter((name) => name !== '') : [] // prettier-ignore
  return Array.isArray(value) ? [...textsOf(value), ...people].join(', ') : typeof value === 'string' ? value.trim() : '' // prettier-ignore
}

/** A note for each thing that a file says and no task has. */
export const factsBeside = (records: readonly Json[], value: unknown): string[] => {
  const origins = records.map(originOf)
  const read = new Set<unknown>(origins.map(({ record }) => record))
  const carried = new Set(origins.flatMap(({ added }) => added))
  const ids = new Set(origins.map(({ record }) => textOf(record['id'])))
  const talk = new Set([...talkIn(value)].flatMap(([id, comments]) => (ids.has(id) ? comments : [])))
  const factsOf = (key: string, one: unknown, of: string, areJoined: boolean): string[] => {
    const entries = objectsOf(one).filter((entry) => !talk.has(entry))
    if (areJoined && isJoined(key)) return []
    const text = OF_PROGRAMS.test(key) ? '' : saidBy(key, one)
    if (isTold(text)) return carried.has(text) && IS_NAME.test(key) ? [] : [`The ${key} of ${of}: ${text}`]
    if (entries.length === 0 || isOfHolders(key, entries)) return []
    return [`The list “${key}” of the file is not read: it has ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}.`] // prettier-ignore
  }
  const inList = (list: readonly unknown[], depth: number): Found => {
    const found = list.map((one) => walk(one, depth + 1))
    if (!found.some(({ hasTasks }) => hasTasks)) return NOTHING
    const others = list.map(textOf).filter((text) => text !== '')
    return { hasTasks: true, facts: [...found.flatMap(({ facts }) => facts), ...others.map((text) => `It is no task, and left out: “${text}”.`)] } // prettier-ignore
  }
  const walk = (one: unknown, depth: number): Found => {
    if (Array.isArray(one)) return inList(listOf(one), depth)
    if (read.has(one)) return { hasTasks: true, facts: [] }
    if (!isObject(one) || depth > DEPTH_MAX) return NOTHING
    const parts = Object.entries(one).map(([key, part]) => ({ key, part, found: walk(part, depth + 1) }))
    if (!parts.some(({ found }) => found.hasTasks)) return NOTHING
    const name = textOf(one['name'] ?? one['title'])
    const of = carried.has(name) ? `“${name}”` : 'the project'
    const areJoined = isObject(value) && depth <= 1
    return { hasTasks: true, facts: parts.flatMap(({ key, part, found }) => found.hasTasks ? found.facts : factsOf(key, part, of, areJoined)) } // prettier-ignore
  }
  return walk(value, 0).facts.slice(0, FACTS_MAX)
}

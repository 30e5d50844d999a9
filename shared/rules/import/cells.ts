import { type DayRules, readDay } from './days.ts'
import type { DraftComment, Person } from './drafts.ts'
import { isObject, isTrue, type Json, listOf, objectOf, objectsOf, textOf, textsOf } from './json.ts'

/* The cells of tables: lists, people, comments, attachments, and the JSON that some programs write there. */

/** The values of a cell that is written as JSON; null for any other. */
export const jsonOf = (cell: string): unknown => {
  if (!/^\s*[[{]/.test(cell)) return null
  try {
    return JSON.parse(cell) as unknown
  } catch {
    return null
  }
}

const nameKeys = ['name', 'title', 'text', 'displayName', 'summary', 'content', 'label', 'value', 'subject', 'username', 'login', 'email', 'key'] // prettier-ignore
/** An entry of a list in JSON, and the objects in which some programs keep what is its own. */
const partsOf = (entry: Json): Json[] => [
  entry,
  ...objectsOf([entry['fields'], entry['attributes'], entry['properties'], entry['content'], entry['node']]),
]

/** What an entry of a list in JSON is called; its texts where no key is known, and '' for one that says nothing. */
export const nameOfEntry = (entry: unknown): string => {
  if (!isObject(entry)) return textOf(entry).trim()
  const parts = partsOf(entry)
  const names = nameKeys.flatMap((key) => textsOf(parts.map((part) => part[key])))
  if (names[0] !== undefined || nameKeys.some((key) => key in entry)) return (names[0] ?? '').trim()
  const texts = textsOf(Object.values(entry).filter((value) => typeof value === 'string'))
  return texts.join(', ') || Object.entries(entry).flatMap(([key, value]) => textsOf([value]).map((text) => `${key}: ${text}`)).join(', ') // prettier-ignore
}

/** Texts of a list in JSON, by its objects' names. */
const namesOfJson = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.map(nameOfEntry).filter((name) => name !== '') : null

const unique = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.trim().replace(/\s+/g, ' ')).filter((text) => text !== '')),
]

/** '#hull #blue' and '#hull, #blue': each of these is a name. */
const TAGS = /^#[\p{L}\p{N}_/-]+(?:[\s,;]+#[\p{L}\p{N}_/-]+)*$/u
/** Names between commas, semicolons or bars of any script, or in brackets, braces or JSON, each once. */
export const readNames = (cell: string): string[] => {
  const json = jsonOf(cell)
  const listed = namesOfJson(isObject(json) ? [json] : json)
  if (listed) return unique(listed)
  const said = cell.trim()
  const tags = TAGS.test(said) ? said.split(/[\s,;]+/).map((name) => name.slice(1)) : []
  if (tags.length > 0 && tags.every((name) => /\p{L}/u.test(name))) return unique(tags)
  const bare = /^(?:\[(.*)\]|\{(.*)\})$/s.exec(said)?.slice(1).find((one) => one !== undefined) ?? cell // prettier-ignore
  return unique(bare.split(/[,;|\n、，；،؛]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1')))
}

const PAGE = / \((https?:\/\/[^()\s]*|[^()]*\.md)\)(?:,\s*|$)/g
/** Titles with addresses in brackets, 'hull.png (https://…), plan.md (Boats/plan.md)'; none for other texts. */
const addressed = (cell: string): Array<{ title: string; address: string }> => {
  const said = cell.trim()
  let from = 0
  const pages = [...said.matchAll(PAGE)].map(({ 0: all, 1: address = '', index }) => {
    const title = said.slice(from, index).trim()
    from = index + all.length
    return { title, address }
  })
  return from === said.length ? pages : []
}

const OF_NOTION = /^https:\/\/(?:[\w-]+\.)?notion\.(?:so|site|com)\/|(?:^|[^\da-f]|%20)[\da-f]{32}\.md$/i
/** Notion's related pages, 'Buy rope (https://www.notion.so/…), Paint, blue (Boats/Paint%20….md)'; none for other texts. */
export const readPages = (cell: string): Array<{ title: string; address: string }> => {
  const pages = addressed(cell)
  return pages.every(({ address }) => OF_NOTION.test(address)) ? pages : []
}

/** Keys of other tasks: '#12, #13', '2FS +1d' of plans, or titles of related pages, which may have commas. */
export const readKeys = (cell: string): string[] => {
  const pages = readPages(cell)
  if (pages.length > 0) return unique(pages.map(({ title }) => title))
  return readNames(cell).map((key) => /^(\d+) ?FS(?: ?[+-].*)?$/i.exec(key)?.[1] ?? key.replace(/^#/, ''))
}

/** What a file may call a person by: 'Ada Lovelace <ada@example.org>' is a name and an address, 'Ada (ada@example.org)' as well. */
export const personOf = (said: string, further: readonly string[] = []): Person => {
  const name = said.trim().replace(/\s+/g, ' ')
  // MS Project writes 'Ada[50%]'.
  const parts = /^(.*?)\s*[<(]([^<>()]+)[>)]$/.exec(name) ?? /^(.+)\[\d+%\]()$/.exec(name)
  const own = parts ? [parts[1] ?? '', parts[2] ?? ''] : [name.replace(/^@/, '')]
  return { name, calls: [...own, ...further].map((call) => call.trim()).filter((call) => call !== '') }
}

/** Names with commas between semicolons: 'Lindqvist, Marta; Okafor, Tom'. */
const LAST_FIRST = /^[^,;]+,[^,;]+(?:;[^,;]+,[^,;]+)+;?$/
const namesOf = (cell: string): string[] =>
  LAST_FIRST.test(cell)
    ? unique(cell.split(';').map((name) => name.split(',').toReversed().join(' ')))
    : readNames(cell)
/** 'Lindqvist, Marta <marta@example.org>', or 'Lindqvist, Marta' beside one address. */
const isOnePerson = (cell: string, calls: readonly string[]): boolean =>
  /^[^,;<]+,[^,;<]+<[^<>\s]+@[^<>\s]+>$/.test(cell) ||
  (/^[^,;]+, [^,;]+$/.test(cell) && calls.length === 1 && /^[^\s,;]+@[^\s,;]+$/.test(calls[0] ?? ''))

export const readPeople = (cells: readonly string[], calls: readonly string[]): Person[] => {
  const names = cells.flatMap((cell) => (isOnePerson(cell, calls) ? [cell] : namesOf(cell)))
  const further = calls.map(readNames)
  if (names.length === 0) return (further[0] ?? []).map((call) => personOf(call))
  // Names and usernames that are not as many cannot be matched.
  return names.map((name, at) =>
    personOf(
      name,
      further.flatMap((list) => (list.length === names.length ? (list[at] ?? '') : [])),
    ),
  )
}

const ticks = ['done', 'isDone', 'is_done', 'completed', 'isCompleted', 'is_completed', 'checked', 'isChecked', 'is_checked', 'finished', 'isFinished', 'resolved'] // prettier-ignore
const isTickedOff = (entry: Json): boolean =>
  partsOf(entry).some((one) => {
    const status = one['status'] ?? one['state']
    return (
      ticks.some((key) => isTrue(one[key])) || /^(?:completed?|done)$/i.test(textOf(objectOf(status)['name'] ?? status))
    )
  })

type Line = { text: string; isDone: boolean }
const lineOfText = (line: string): Line[] => {
  const parts = /^\s*(?:[-*•]\s+)?(?:\[([ xX])\]|([☐☑✓✔✅]))?\s*(.*?)\s*;?\s*$/su.exec(line)
  const said = (parts?.[3] ?? '').replace(/\s+/g, ' ').trim()
  const isDone = /x/i.test(parts?.[1] ?? '') || /[☑✓✔✅]/u.test(parts?.[2] ?? '')
  return said === '' ? [] : [{ text: said, isDone }]
}
/** Lines of a list in JSON, and of the lists in it with their names. */
const linesOfJson = (entries: readonly unknown[], list?: string): Line[] =>
  entries.flatMap((entry) => {
    const one = objectOf(entry)
    const name = nameOfEntry(entry)
    const inside = listOf(one['items'] ?? one['checkItems'])
    if (inside.length > 0 && list === undefined) return linesOfJson(inside, name)
    return lineOfText(name).map(({ text, isDone }) => ({
      text: list ? `${list}: ${text}` : text,
      isDone: isDone || isTickedOff(one),
    }))
  })

/** What names a subtask, ticks it off, or is there for programs; the rest has no place in a line. */
const OF_LINE = /^(?:name|title|text|summary|content|label|value|subject|fields|attributes|properties|node|items|checkItems|pos|position|order|index|(?:resource_)?(?:sub)?type|kind|self|expand|url|href|avatar|(?:\w*[a-z_])?(?:Id|_id)|id|uuid|gid|\w*(?:_at|At)|(?:created|updated|modified)\w*)$/ // prettier-ignore
const OPEN = /^(?:incomplete|open|opened|new|to ?do|not ?started|needsaction|false|0|completed?|done|closed|true|1)$/i
/** What subtasks say besides their names and ticks: 'Sand: assignee: ada, due: 2026-03-05'. */
export const detailsOfLines = (cell: string): string[] => {
  const json = jsonOf(cell)
  return objectsOf(json).flatMap((one) => {
    const name = nameOfEntry(one)
    const said = partsOf(one).flatMap((part) =>
      Object.entries(part).flatMap(([key, value]) => {
        if (OF_LINE.test(key) || ticks.includes(key)) return []
        const text = Array.isArray(value) ? value.map(nameOfEntry).filter((entry) => entry !== '').join(', ') : nameOfEntry(value) // prettier-ignore
        return text === '' || text === name || OPEN.test(text) ? [] : [`${key}: ${text}`]
      }),
    )
    return said.length === 0 ? [] : [`${name}: ${[...new Set(said)].join(', ')}`]
  })
}

/** Lines of 'Done when': one a line, '[x]' or '☑' before those that are done; also lists in JSON, and Planner's with semicolons. */
export const readLines = (cell: string): Line[] => {
  const json = jsonOf(cell)
  if (Array.isArray(json)) return linesOfJson(json)
  if (isObject(json)) {
    const lists = Object.entries(json).filter(([, items]) => Array.isArray(items))
    if (lists.length === 0) return linesOfJson([json])
    return lists.flatMap(([name, items]) => linesOfJson(listOf(items), lists.length > 1 ? name : ''))
  }
  const pages = readPages(cell)
  const listed = pages.length > 0 ? pages.map(({ title }) => title) : null
  // Behind a box a semicolon ends a line only before the next box.
  const inOneRow = /^\s*\[[ xX]\]/.test(cell) ? /;(?=\s*\[[ xX]\])/ : /;(?=\s*\S)/
  return (listed ?? cell.split(/\n/.test(cell) ? /\r?\n/ : inOneRow)).flatMap(lineOfText)
}

const bodyKeys = ['text', 'comment', 'body', 'content', 'message', 'note', 'html']
/** The comments of an entry: itself, and the answers in it. */
const commentsOfJson = (value: unknown, rules: DayRules): DraftComment[] | null => {
  if (!isObject(value)) return textOf(value).trim() === '' ? null : [{ author: null, on: null, body: textOf(value).trim() }] // prettier-ignore
  const body = bodyKeys.map((key) => textOf(value[key])).find((text) => text.trim() !== '')
  const answers = listOf(value['replies'] ?? value['children']).map((one) => commentsOfJson(one, rules))
  if (body === undefined || !answers.every((one) => one !== null)) return null
  const author = value['by'] ?? value['created_by'] ?? value['author'] ?? value['user']
  const name = isObject(author)
    ? textOf(author['name'] ?? author['displayName'] ?? author['fullName'] ?? author['login'] ?? author['username'])
    : textOf(author)
  const when = textOf(value['date'] ?? value['created_at'] ?? value['createdAt'] ?? value['created'])
  const day = readDay(when, rules)
  const one = { author: name || null, on: day ?? null, body: day === undefined ? `${body}\n\n(${when})` : body }
  return [one, ...answers.flat()]
}

/** Jira's 'day;author;text' and Pivotal's 'text (author - day)'; any other text is a comment of nobody in particular. */
const commentOf = (cell: string, rules: DayRules): DraftComment => {
  const [when = '', author = '', ...rest] = cell.split(';')
  const day = rest.length > 0 && when.length <= 40 ? readDay(when, rules) : undefined
  if (day) return { author: author.trim() || null, on: day, body: rest.join(';').trim() }
  const from = cell.lastIndexOf('(')
  const pivotal = from < 0 ? null : /^\(([^()]+?) - ([^()]+)\)\s*$/.exec(cell.slice(from, from + 200))
  const on = pivotal ? readDay(pivotal[2] ?? '', rules) : undefined
  if (pivotal && on) return { author: pivotal[1] ?? null, on, body: cell.slice(0, from).trim() }
  return { author: null, on: null, body: cell.trim() }
}

export const readComments = (cells: readonly string[], rules: DayRules): DraftComment[] =>
  cells.flatMap((cell) => {
    const json = jsonOf(cell)
    if (Array.isArray(json)) {
      const comments = json.map((one: unknown) => commentsOfJson(one, rules))
      if (comments.every((one) => one !== null)) return comments.flat()
    }
    return cell.trim() === '' ? [] : [commentOf(cell, rules)]
  })

/** A link as Markdown writes it. */
export const linkOf = (name: string, address: string): string => {
  const label = name.trim().replace(/\s+/g, ' ')
  if (!/^https?:\/\/\S+$/.test(address)) return [label, address].filter((text) => text !== '').join(': ')
  return label === '' || label === address
    ? address
    : `[${label.replace(/[[\]\\]/g, '\\$&')}](${address.replace(/[()]/g, encodeURIComponent)})`
}

/** Attachments of a cell as links: Jira's 'day;author;name;address', lists in JSON, addresses. */
export const readAttachments = (cell: string): string[] => {
  const json = jsonOf(cell)
  if (Array.isArray(json)) {
    const links = json.map((one: unknown) =>
      isObject(one)
        ? linkOf(
            textOf(one['title'] ?? one['name'] ?? one['filename']),
            textOf(one['url'] ?? one['link'] ?? one['content'] ?? one['href']),
          )
        : textOf(one),
    )
    if (links.every((link) => link !== '')) return links
  }
  const pages = addressed(cell)
  if (pages.length > 0) return pages.map(({ title, address }) => linkOf(title, address))
  const jira = /^([^;]*);([^;]*);([^;]*);(\S+)$/.exec(cell.trim())
  if (jira) return [`${linkOf(jira[3] ?? '', jira[4] ?? '')} (${[jira[2], jira[1]].filter(Boolean).join(', ')})`]
  const parts = cell.trim().split(/[\s,;]+/)
  return parts.every((part) => /^https?:\/\//.test(part)) ? parts : [cell.trim()]
}

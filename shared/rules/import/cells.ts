import { readDay } from './days.ts'
import type { DraftComment, Person } from './drafts.ts'
import { isObject, isTrue, type Json, textOf } from './json.ts'

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

/** Texts of a list in JSON, by its objects' names. */
const namesOfJson = (value: unknown): string[] | null => {
  if (!Array.isArray(value)) return null
  const texts = value.map((one: unknown) =>
    isObject(one)
      ? textOf(
          one['name'] ??
            one['title'] ??
            one['text'] ??
            one['displayName'] ??
            one['content'] ??
            one['username'] ??
            one['email'],
        )
      : textOf(one),
  )
  return texts.some((text) => text === '') ? null : texts
}

const unique = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.trim().replace(/\s+/g, ' ')).filter((text) => text !== '')),
]

/** Names between commas, semicolons or bars, or in brackets or JSON, each once. */
export const readNames = (cell: string): string[] => {
  const listed = namesOfJson(jsonOf(cell))
  if (listed) return unique(listed)
  const bare = /^\[(.*)\]$/s.exec(cell.trim())?.[1] ?? cell
  return unique(bare.split(/[,;|\n]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1')))
}

const PAGE = / \((https?:\/\/[^()\s]*|[^()]*\.md)\)(?:,\s*|$)/g
/** Notion's related pages, 'Buy rope (https://…), Paint, blue (Boats/Paint.md)'; none for other texts. */
export const readPages = (cell: string): Array<{ title: string; address: string }> => {
  const said = cell.trim()
  let from = 0
  const pages = [...said.matchAll(PAGE)].map(({ 0: all, 1: address = '', index }) => {
    const title = said.slice(from, index).trim()
    from = index + all.length
    return { title, address }
  })
  return from === said.length ? pages : []
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
const isTickedOff = (one: Json): boolean =>
  ticks.some((key) => isTrue(one[key])) || /^(?:completed?|done)$/i.test(textOf(one['status'] ?? one['state']))

/** Lines of 'Done when': one a line, '[x]' or '☑' before those that are done; also lists in JSON, and Planner's with semicolons. */
export const readLines = (cell: string): Array<{ text: string; isDone: boolean }> => {
  const json = jsonOf(cell)
  if (isObject(json)) {
    const lists = Object.entries(json).filter(([, items]) => Array.isArray(items))
    if (lists.length > 0)
      return lists.flatMap(([name, items]) =>
        (namesOfJson(items) ?? []).map((text) => ({
          text: lists.length > 1 ? `${name}: ${text}` : text,
          isDone: false,
        })),
      )
  }
  const names = namesOfJson(json)
  if (names && Array.isArray(json))
    return json.map((one: unknown, at) => ({ text: names[at] ?? '', isDone: isObject(one) && isTickedOff(one) }))
  const pages = readPages(cell)
  const listed = pages.length > 0 ? pages.map(({ title }) => title) : null
  // Behind a box a semicolon ends a line only before the next box.
  const inOneRow = /^\s*\[[ xX]\]/.test(cell) ? /;(?=\s*\[[ xX]\])/ : /;(?=\s*\S)/
  const lines = listed ?? cell.split(/\n/.test(cell) ? /\r?\n/ : inOneRow)
  return lines.flatMap((line) => {
    const parts = /^\s*(?:[-*•]\s+)?(?:\[([ xX])\]|([☐☑✓✔✅]))?\s*(.*?)\s*;?\s*$/su.exec(line)
    const said = (parts?.[3] ?? '').replace(/\s+/g, ' ').trim()
    const isDone = /x/i.test(parts?.[1] ?? '') || /[☑✓✔✅]/u.test(parts?.[2] ?? '')
    return said === '' ? [] : [{ text: said, isDone }]
  })
}

const commentOfJson = (value: unknown, zone: string | undefined): DraftComment | null => {
  if (!isObject(value)) return null
  const body = textOf(value['text'] ?? value['comment'] ?? value['body'] ?? value['content'])
  if (body.trim() === '') return null
  const author = value['by'] ?? value['created_by'] ?? value['author'] ?? value['user']
  const name = isObject(author)
    ? textOf(author['name'] ?? author['displayName'] ?? author['fullName'] ?? author['login'] ?? author['username'])
    : textOf(author)
  const when = textOf(value['date'] ?? value['created_at'] ?? value['createdAt'] ?? value['created'])
  const day = readDay(when, { zone })
  return { author: name || null, on: day ?? null, body: day === undefined ? `${body}\n\n(${when})` : body }
}

/** Jira's 'day;author;text' and Pivotal's 'text (author - day)'; any other text is a comment of nobody in particular. */
const commentOf = (cell: string, zone: string | undefined): DraftComment => {
  const [when = '', author = '', ...rest] = cell.split(';')
  const day = rest.length > 0 && when.length <= 40 ? readDay(when, { zone, order: 'day' }) : undefined
  if (day) return { author: author.trim() || null, on: day, body: rest.join(';').trim() }
  const pivotal = /^(.*)\(([^()]+?) - ([^()]+)\)\s*$/s.exec(cell)
  const on = pivotal ? readDay(pivotal[3] ?? '', { zone }) : undefined
  if (pivotal && on) return { author: pivotal[2] ?? null, on, body: (pivotal[1] ?? '').trim() }
  return { author: null, on: null, body: cell.trim() }
}

export const readComments = (cells: readonly string[], zone: string | undefined): DraftComment[] =>
  cells.flatMap((cell) => {
    const json = jsonOf(cell)
    if (Array.isArray(json)) {
      const comments = json.map((one: unknown) => commentOfJson(one, zone))
      if (comments.every((one) => one !== null)) return comments
    }
    return cell.trim() === '' ? [] : [commentOf(cell, zone)]
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
  const pages = readPages(cell)
  if (pages.length > 0) return pages.map(({ title, address }) => linkOf(title, address))
  const jira = /^([^;]*);([^;]*);([^;]*);(\S+)$/.exec(cell.trim())
  if (jira) return [`${linkOf(jira[3] ?? '', jira[4] ?? '')} (${[jira[2], jira[1]].filter(Boolean).join(', ')})`]
  const parts = cell.trim().split(/[\s,;]+/)
  return parts.every((part) => /^https?:\/\//.test(part)) ? parts : [cell.trim()]
}

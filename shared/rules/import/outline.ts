import { readDay } from './days.ts'
import type { Row, Table } from './table.ts'
import { fieldOfHead } from './words/heads.ts'

/* A list of points, as Markdown and plain notes have it, as a table: a heading names a list, and points within a point are its lines. */

/** What a point begins with: a bullet or a number of any script, a box, or both. */
const BULLET = String.raw`[-*+•·‣▪▸◦●○–—]|\p{Nd}{1,3}[.)]|\(\p{Nd}{1,3}\)`
const POINT = new RegExp(String.raw`^(\s*)(?:(?:(?:${BULLET})\s+|(?:・|\p{Nd}{1,3}[、．）]|[一二三四五六七八九十]{1,3}、)\s*)(?:\[([ xX])\]\s+)?|(?:\[([ xX])\]|([☐□◻☑☒✓✔✅]))\s+)(\S[^]*)$`, 'u') // prettier-ignore
/** '- [x] ', which only Markdown has. */
const TICKED = /^\s*[-*+] \[[ xX]\] +\S/
/** Roam and Logseq write '{{[[DONE]]}} Paint' and 'DONE Paint'. */
const KEYWORD = /^(?:\{\{\[\[(TODO|DONE)\]\]\}\}|(TODO|DONE)):?\s+(?=\S)/
const HEADING = /^#{1,6}\s+(\S[^]*)$/
/** How much of a text is looked at, and which part of it must be points and headings. */
const LOOKED_AT = { letters: 64_000, lines: 200, heads: 25 }
const MOST = 0.6
/** The same of a text with boxes, which has notes around them. */
const SOME = 0.25

/** What Obsidian and others write above and below a list for themselves; `matter` has its lines, and as many stay empty. */
export const withoutMatter = (text: string): { lines: string[]; matter: string[] } => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const matter: string[] = []
  const take = (from: number, to: number) => {
    for (const line of lines.slice(from, to + 1)) if (/[\p{L}\p{N}]/u.test(line)) matter.push(line)
    lines.fill('', from, to + 1)
  }
  const end = lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') : -1
  if (end > 0 && lines.slice(1, end).some((line) => /^[\w-]+:/.test(line))) take(0, end)
  const settings = lines.findIndex((line) => /^%% kanban:settings/.test(line))
  if (settings >= 0) take(settings, lines.length - 1)
  return { lines, matter }
}
const linesOf = (text: string): string[] => withoutMatter(text).lines

/**
 * A heading without the signs that may close it: 'Done ##' and 'Learn C#'. They are taken one by one, because an expression would look at
 * each blank of a long line again.
 */
const headingIn = (line: string): string | undefined => {
  const said = HEADING.exec(line)?.[1]?.trimEnd()
  if (said === undefined) return undefined
  let end = said.length
  while (said[end - 1] === '#') end -= 1
  return end < said.length && /^\s?$/.test(said.slice(Math.max(0, end - 1), end)) ? said.slice(0, end).trimEnd() : said
}

/** A line above points that names them: 'To do:', '**Doing**', or one that is underlined. One directly below a point is its note. */
const nameAbove = (lines: readonly string[], at: number): string | undefined => {
  const line = lines[at] ?? ''
  if (
    line.length > 80 ||
    /^\s/.test(line) ||
    POINT.test(line) ||
    (at > 0 && !(line.endsWith(':') ? /^(?:\s|$)/ : /^\s*$/).test(lines[at - 1] ?? ''))
  )
    return undefined
  const named = /^\*\*([^*]+?):?\*\*:?$/.exec(line.trimEnd())?.[1] ?? /^([^:]+):$/.exec(line.trimEnd())?.[1]
  const next = lines.slice(at + 1, at + 4).find((one) => one.trim() !== '') ?? ''
  if (named !== undefined) return POINT.test(next) ? named.trim() : undefined
  return line.trim() !== '' && /^(?:={3,}|-{3,})\s*$/.test(lines[at + 1] ?? '') ? line.trim() : undefined
}

/** '12. March 2026;Paint' begins with a day. */
const isPoint = (line: string): boolean =>
  POINT.test(line) && typeof readDay(line.split(/[,;\t|]/, 1)[0] ?? '', { order: 'day' }) !== 'string'
/** The names of columns, under which cells may begin with a point. */
export const areHeads = (line: string): boolean => {
  const cells = line.split(/[,;\t|]/)
  return cells.length > 1 && !isPoint(line) && cells.some((cell) => fieldOfHead(cell)?.field === 'title')
}

export const isOutline = (text: string): boolean => {
  const beginning = text.slice(0, LOOKED_AT.letters)
  if (/^\ufeff?"?sep=/i.test(beginning)) return false
  // The lines within a quoted cell are none of the list.
  const plain = beginning.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[\r\n]+/g, ' '))
  const all = linesOf(plain)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT.lines)
  // What is set in below a point is its note.
  const isFirst = isPoint(all[0] ?? '') || HEADING.test(all[0] ?? '')
  const said = isFirst ? all.filter((line) => !/^\s/.test(line) || POINT.test(line)) : all
  const most = said.filter((line) => TICKED.test(line)).length > 1 && !said.some((line) => line.includes('|')) ? SOME : MOST // prettier-ignore
  const points = said.filter(isPoint).length
  const headings = said.filter((line, at) => HEADING.test(line) || nameAbove(said, at) !== undefined || /^(?:={3,}|-{3,})$/.test(line)).length // prettier-ignore
  return points > 0 && points + headings >= said.length * most && !said.slice(0, LOOKED_AT.heads).some(areHeads)
}

export const emptyHeading = (heading: string): string => `The heading “${heading}” has no points of its own.`

/** What Obsidian's programs write behind a task: '📅 2026-12-01 ⏫ #hull', '@{2026-12-01}', '[due:: 2026-12-01]'. */
const DUE = /(?:(?:📅|📆|🗓️?)\s*|@\{|@due\(|[[(]due::\s*)(\d{4}-\d{2}-\d{2})[\])}]?/u
const ENDED = /(?:✅\s*|@done\(|[[(]completion::\s*)(\d{4}-\d{2}-\d{2})[\])]?/u
const LEVEL = /(🔺|⏫|🔼|🔽|⏬)\ufe0f?/u
const levels: Readonly<Record<string, string>> = {
  '🔺': 'urgent',
  '⏫': 'high',
  '🔼': 'medium',
  '🔽': 'low',
  '⏬': 'low',
}
/** A tag, but no colour such as '#fff'. */
const TAG = /^#(?!(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$)\p{L}[\p{L}\p{N}_/-]*$/iu
const signsIn = (
  title: string,
  isObsidian: boolean,
): { title: string; due: string; ended: string; level: string; labels: string[] } => {
  const taken = (pattern: RegExp): string => {
    const [all = '', said = ''] = pattern.exec(rest) ?? []
    if (all !== '') rest = rest.replace(all, '').trimEnd()
    return said
  }
  let rest = title
  const [due, ended, level] = [taken(DUE), taken(ENDED), levels[taken(LEVEL)] ?? '']
  const words = rest.split(' ')
  const end = isObsidian ? words.findLastIndex((word) => !TAG.test(word) && word !== '') + 1 : words.length
  const labels = end === 0 ? [] : words.slice(end).flatMap((word) => (word === '' ? [] : [word.slice(1)]))
  if (end > 0) rest = words.slice(0, end).join(' ')
  return { title: rest.replace(/ {2,}/g, ' ').trim() || title, due, ended, level, labels }
}

type Task = { line: number; indent: number; title: string; list: string; isDone: boolean; lines: string[]; text: string[] } // prettier-ignore
const indentOf = (blanks: string): number => blanks.replace(/\t/g, '    ').length

const columns = ['Title', 'Description', 'List', 'Done', 'Checklist', 'Due date', 'Priority', 'Labels']
/** How many columns every list has. */
const BARE = 5
const rowOf = ({ line, title, list, isDone, lines, text }: Task, isObsidian: boolean): Row => {
  const signs = signsIn(title, isObsidian)
  const done = signs.ended || (isDone ? 'true' : '')
  return { line, cells: [signs.title, text.join('\n'), list, done, lines.join('\n'), signs.due, signs.level, signs.labels.join(', ')] } // prettier-ignore
}

export const tableOfOutline = (text: string): Table => {
  const tasks: Task[] = []
  const oddities: string[] = []
  let list = ''
  const leave = () => void (list !== '' && tasks.at(-1)?.list !== list && oddities.push(emptyHeading(list)))
  const { lines, matter } = withoutMatter(text)
  const points = lines.flatMap((line) => POINT.exec(line)?.at(-1) ?? [])
  // A list of other points may have one that begins with 'DONE' or 'TODO'.
  const hasKeywords =
    points.filter((point) => KEYWORD.test(point)).length > points.length / 2 &&
    points.some((point) => /^(?:\{\{\[\[)?DONE/.test(point))
  for (const line of matter) oddities.push(`Outside the list stands: ${line.trim()}`)
  for (const [at, line] of lines.entries()) {
    if (/^(?:={3,}|-{3,})\s*$/.test(line)) continue
    const heading = headingIn(line) ?? nameAbove(lines, at)
    const [, blanks = '', inPoint = '', box = '', sign = '', written] = POINT.exec(line) ?? []
    const [keyword = '', inBraces, word = inBraces] = (hasKeywords && KEYWORD.exec(written ?? '')) || []
    const title = written?.slice(keyword.length)
    const tick = inPoint.trim() || box.trim() || sign.replace(/[☐□◻]/u, '') || (word === 'DONE' ? word : '')
    const last = tasks.at(-1)
    if (heading !== undefined) {
      leave()
      list = heading
    } else if (title !== undefined && last && indentOf(blanks) > last.indent && last.list === list)
      last.lines.push(`[${tick.trim() === '' ? ' ' : 'x'}] ${title.trim()}`)
    else if (title !== undefined)
      tasks.push({ line: at + 1, indent: indentOf(blanks), title: title.trim(), list, isDone: tick.trim() !== '', lines: [], text: [] }) // prettier-ignore
    else if (line.trim() !== '') {
      if (last) last.text.push(line.trim())
      else oddities.push(`Above the list stands: ${line.trim()}`)
    }
  }
  leave()
  const isObsidian = matter.some((line) => /kanban[-:]/.test(line))
  const rows = tasks.map((task) => rowOf(task, isObsidian))
  // A list without signs has the columns of one.
  const width = columns.findLastIndex((_, at) => at < BARE || rows.some(({ cells }) => cells[at] !== '')) + 1
  return { columns: columns.slice(0, width), rows, headLine: 0, above: [], oddities }
}

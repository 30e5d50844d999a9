import { areHeads } from './outline.ts'
import type { Row, Table } from './table.ts'

/* Org files: headings with a keyword are tasks, and other headings the lists that they are in. */

const WORDS = 'TODO DONE NEXT WAITING WAIT HOLD STARTED DOING INPROGRESS IN-PROGRESS SOMEDAY CANCELLED CANCELED'.split(
  ' ',
)
const HEADING = /^(\*+)\s+(\S.*)$/
const TASK = /^([A-Z][A-Z_-]+)\s+(?:\[#([A-Z0-9])\]\s+)?(\S.*)$/
const LABELS = /\s:([\p{L}\d_@#%]+(?::[\p{L}\d_@#%]+)*):$/u
const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)

/** What Org alone writes: settings, drawers, dates of its own, and headings below headings. */
const OWN = /^(?:#\+\w|\*{2,}\s|\s*:(?:PROPERTIES|LOGBOOK|END):|\s*(?:DEADLINE|SCHEDULED|CLOSED):\s*[<[])/

/** A list of points in Markdown has stars, too, and so can a cell of a table: a few tasks among them make no Org file. */
export const isOrg = (text: string): boolean => {
  const plain = text.slice(0, 64_000).replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[\r\n]+/g, ' '))
  const said = linesOf(plain).filter((line) => line.trim() !== '')
  const headings = said.flatMap((line) => HEADING.exec(line)?.[2] ?? [])
  const tasks = headings.filter((heading) => WORDS.includes(TASK.exec(heading)?.[1] ?? ''))
  if (tasks.length === 0 || said.slice(0, 3).some(areHeads) || said.some((line) => /^#{1,6} /.test(line))) return false
  return said.some((line) => OWN.test(line)) || tasks.length >= headings.length * 0.8
}

const columns = ['Title', 'Description', 'List', 'Status', 'Priority', 'Due date', 'Labels', 'Checklist', 'Scheduled', 'Closed', 'Estimate', 'Part of'] // prettier-ignore
type Task = { line: number; level: number; title: string; text: string[]; list: string; status: string; priority: string; due: string; labels: string; lines: string[]; scheduled: string; closed: string; estimate: string; parent: string } // prettier-ignore
const rowOf = (task: Task): Row => ({
  line: task.line,
  cells: [task.title, task.text.join('\n'), task.list, task.status, task.priority, task.due, task.labels, task.lines.join('\n'), task.scheduled, task.closed, task.estimate, task.parent], // prettier-ignore
})
const priorities: Readonly<Record<string, string>> = { A: 'high', B: 'medium', C: 'low' }

/** A line below a task. */
const add = (task: Task, said: string): void => {
  const dayOf = (word: string) => new RegExp(`\\b${word}:\\s*[<[](\\d{4}-\\d{2}-\\d{2})`).exec(said)?.[1]
  if (/^(?:DEADLINE|SCHEDULED|CLOSED):\s*[<[]/.test(said)) {
    task.due = dayOf('DEADLINE') ?? task.due
    task.scheduled = dayOf('SCHEDULED') ?? task.scheduled
    task.closed = dayOf('CLOSED') ?? task.closed
  } else if (/^[-+] \[[ xX-]\]\s/.test(said)) task.lines.push(said.replace(/^[-+] \[-\]/, '- [ ]'))
  else if (/^:Effort:/i.test(said)) task.estimate = said.slice(8).trim()
  else if (said !== '' && !/^:(?:PROPERTIES|LOGBOOK|END):$/i.test(said)) task.text.push(said)
}

export const tableOfOrg = (text: string): Table => {
  const tasks: Task[] = []
  const oddities: string[] = []
  const above: Task[] = []
  const words = new Set([...WORDS, ...(/^#\+(?:SEQ_)?TODO:(.*)$/im.exec(text)?.[1] ?? '').split(/[\s|]+/).map((word) => word.replace(/\(.*\)$/, ''))]) // prettier-ignore
  // The headings that the line is below, and those of tasks' lists.
  const headings: Array<{ level: number; title: string; line: number }> = []
  const unused = new Map<number, string>()
  for (const [at, line] of linesOf(text).entries()) {
    const [, stars = '', said] = HEADING.exec(line.trimEnd()) ?? []
    while (said !== undefined && (above.at(-1)?.level ?? 0) >= stars.length) above.pop()
    while (said !== undefined && (headings.at(-1)?.level ?? 0) >= stars.length) headings.pop()
    const parent = above.at(-1)
    const heading = headings.at(-1)
    const [, word = '', priority = '', rest = ''] = TASK.exec(said ?? '') ?? []
    if (word !== '' && words.has(word)) {
      const task: Task = { line: at + 1, level: stars.length, title: rest.replace(LABELS, '').trimEnd(), text: [], list: heading?.title ?? '', status: word, priority: priorities[priority] ?? priority, due: '', labels: (LABELS.exec(rest)?.[1] ?? '').replaceAll(':', ', '), lines: [], scheduled: '', closed: '', estimate: '', parent: parent?.title ?? '' } // prettier-ignore
      tasks.push(task)
      if (heading) unused.delete(heading.line)
      above.push(task)
    } else if (parent) add(parent, said ?? line.trim())
    else if (said !== undefined) {
      headings.push({ level: stars.length, title: said.replace(LABELS, '').trimEnd(), line: at })
      unused.set(at, said)
    } else if (line.trim() !== '') oddities.push(`Outside the tasks stands: ${line.trim()}`)
  }
  for (const title of unused.values()) oddities.push(`Outside the tasks stands: ${title}`)
  return { columns, rows: tasks.map(rowOf), headLine: 0, above: [], oddities }
}

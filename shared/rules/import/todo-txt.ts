import { areHeads } from './outline.ts'
import type { Row, Table } from './table.ts'

/* todo.txt: a task a line, '(A) 2026-01-02 Paint the hull +Boat @yard due:2026-03-05', and 'x 2026-01-04 …' for one that is done. */

const SURE = /^(?:x \d{4}-\d{2}-\d{2} |\([A-Z]\) )\S/
const LIKELY = /^x \S|\s[+@]\p{L}|\sdue:\d{4}-/u
/** What no other list has: '+Boat' and 'due:2026-03-05'. */
const OWN = /\s(?:\+\p{L}\S*|due:\d{4}-\d{2}-\d{2})(?=\s|$)/u
/** How the points and headings of other lists begin. */
const POINT = /^\s*(?:[-*•☐☑☒✓✔✅]|\+\s|#|\[[ xX]\]|\d{1,3}[.)]\s)/u
const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)

export const isTodoTxt = (text: string): boolean => {
  const said = linesOf(text.slice(0, 64_000)).filter((line) => line.trim() !== '')
  if (areHeads(said[0] ?? '')) return false
  const isSheet = said.some((line) => /[;\t|]/.test(line)) || said.every((line) => line.includes(','))
  if (!isSheet && said.every((line) => LIKELY.test(line) && !POINT.test(line)) && said.some((line) => OWN.test(line))) return true // prettier-ignore
  return said.some((line) => SURE.test(line)) && said.filter((line) => SURE.test(line) || LIKELY.test(line)).length >= said.length / 2 // prettier-ignore
}

const columns = ['Title', 'Priority', 'Due date', 'Labels', 'Done', 'Created', 'Further']
const priorityOf = (letter: string): string => ({ '': '', A: 'urgent', B: 'high', C: 'medium' })[letter] ?? 'low'

/** 'rec:1w', but no time, address or 'Re:paint'. */
const PAIR = /^\p{Ll}[\p{L}\d_-]*:[^\s/]\S*$/u
/** What todo.txt's programs write anywhere in a line. */
const KNOWN = /^(?:(?:due|pri|rec|id|p):[^\s/]\S*|t:[+-]?\d\S*|h:[01])$/

const rowOf = (said: string, line: number): Row => {
  const [mark = '', done] = /^x (?:(\d{4}-\d{2}-\d{2}) )?/.exec(said) ?? []
  const [begin = '', letter, created] =
    /^(?:\(([A-Z])\) )?(?:(\d{4}-\d{2}-\d{2}) )?/.exec(said.slice(mark.length)) ?? []
  const words = said.slice(mark.length + begin.length).split(/\s+/)
  const isLabel = (word: string): boolean => /^[+@]\S/.test(word)
  const textEnd = words.findLastIndex((word) => !isLabel(word) && !PAIR.test(word))
  // Pairs of no known key are part of the text, unless they come behind it.
  const isPair = (word: string, at: number) => KNOWN.test(word) || (textEnd >= 0 && at > textEnd && PAIR.test(word))
  const pairs = words.filter(isPair)
  const valueOf = (key: string) => pairs.find((pair) => pair.startsWith(`${key}:`))?.slice(key.length + 1) ?? ''
  const title = words.filter((word, at) => !isPair(word, at))
  // What is behind the text is no part of it; 'Call @harbour about +Boat' is.
  const end = title.findLastIndex((word) => !isLabel(word)) + 1
  const further = pairs.filter((pair) => !/^(?:due|pri):/.test(pair))
  const labels = words.filter(isLabel).map((word) => word.slice(1))
  return {
    line,
    cells: [
      (end === 0 ? title : title.slice(0, end)).join(' '),
      priorityOf(letter ?? valueOf('pri')),
      valueOf('due'),
      labels.join(', '),
      mark === '' ? '' : (done ?? 'x'),
      created ?? '',
      further.join(' '),
    ],
  }
}

export const tableOfTodoTxt = (text: string): Table => {
  const rows = linesOf(text).flatMap((line, at) => (line.trim() === '' ? [] : [rowOf(line.trim(), at + 1)]))
  return { columns, rows, headLine: 0, above: [], oddities: [] }
}

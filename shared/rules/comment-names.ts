import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { UNSPACED } from './search.ts'
import { TASK_NUMBER } from './task-number.ts'

/** A name after @ that is no part of a word, an address or a link. Scripts without spaces put it right behind a word. */
export const MENTION = new RegExp(
  String.raw`(?<!(?!${UNSPACED})[\p{L}\p{N}_@＠./#&=-])[@＠]([A-Za-z0-9_-]{3,30})(?![A-Za-z0-9_@＠-]|\.[\p{L}\p{N}])`,
  'gu',
)

/** Quotes and lists within each other, to a depth that nobody writes. */
const DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){50}/m
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1/gm
const MARKS = /[*_~[\]`<!&]/g
const MARKS_MAX = 2_000
const QUOTED = /^[ \t]*>/gm
const QUOTED_MAX = 1_000

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * Whether a text has so many marks outside of code that reading it as Markdown would cost more than it is worth. Such a
 * text names nobody and nothing, on the server and on the screen.
 */
export const isTangled = (text: string): boolean => {
  const said = text.replace(FENCED, '')
  return DEEP.test(said) || count(said, MARKS) > MARKS_MAX || count(said, QUOTED) > QUOTED_MAX
}

type Node = { type: string; value?: string; children?: readonly Node[] }

/** The words of a text: its Markdown without code, links and HTML, as the screens draw it. */
const saidIn = (node: Node): string[] => {
  if (node.type === 'text') return [node.value ?? '']
  return node.type === 'link' || node.type === 'linkReference' ? [] : (node.children ?? []).flatMap(saidIn)
}

type References = { names: readonly string[]; numbers: readonly number[] }
const NOTHING: References = { names: [], numbers: [] }

const read = (body: string): References => {
  const said = saidIn(fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  const found = (pattern: RegExp) => said.flatMap((text) => [...text.matchAll(pattern)].map(([, word = '']) => word))
  return {
    names: [...new Set(found(MENTION).map((name) => name.toLowerCase()))],
    numbers: [...new Set(found(TASK_NUMBER).map(Number))],
  }
}

/** What may be a name or a number once Markdown has been read: `_@ana_` and `&#64;ana` are. */
const SIGN = /[@＠][\w-]{3}|[#＃]\d/

/** Texts that were read last: a thread is read more often than it is written. */
const known = new Map<string, References>()
const KNOWN_MAX = 300

const namedIn = (body: string): References => {
  // Most texts name nobody, and are not read at all.
  if (!SIGN.test(body) || isTangled(body)) return NOTHING
  const named = known.get(body) ?? read(body)
  known.delete(body)
  known.set(body, named)
  const [oldest] = known.keys()
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
  return named
}

/** The names that a comment has after @, in small letters, in their order and each once. Whether they are members' is for others to say. */
export const namesIn = (body: string): readonly string[] => namedIn(body).names

/** The numbers of tasks that a comment has after #, in their order and each once. Whether there are such tasks is for others to say. */
export const numbersIn = (body: string): readonly number[] => namedIn(body).numbers

import { isPlainText } from './markdown.ts'

/** More than that is on no card and in no quotation. */
const READ_MAX = 4_000

type Block = { kind: 'heading' | 'item' | 'paragraph'; text: string }

const FENCE = /^\s*(```+|~~~+)/
const HEADING = /^ {0,3}#{1,6}(?:\s+|$)/
const RULE = /^ {0,3}(?:(?:[-*_]\s*){3,}|=+\s*)$/
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/
const QUOTE = /^\s*(?:>\s?)+/
const TABLE_LINE = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*$/
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s/

/** The headings, list items and paragraphs of a text in their order, without code, rules and tables' lines. */
const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let fence = ''
  let isOpen = false
  const begin = (kind: Block['kind'], line: string) => {
    blocks.push({ kind, text: line })
    isOpen = kind !== 'heading'
  }
  for (const raw of text.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(raw)?.[1] ?? ''
    if (fence !== '' || mark !== '') {
      if (fence === '') fence = mark
      else if (mark.startsWith(fence)) fence = ''
      isOpen = false
      continue
    }
    const line = raw.replace(QUOTE, '')
    const last = blocks.at(-1)
    if (RULE.test(line)) {
      // A line of = or - below a paragraph makes it a heading.
      if (isOpen && last?.kind === 'paragraph' && /^\s*[-=]/.test(line)) last.kind = 'heading'
      isOpen = false
    } else if (line.trim() === '' || DEFINITION.test(line)) isOpen = false
    else if (TABLE_LINE.test(line)) continue
    else if (HEADING.test(line)) begin('heading', line.replace(HEADING, '').replace(/\s#+\s*$/, ''))
    else if (ITEM.test(line)) begin('item', line.replace(ITEM, ''))
    else if (isOpen && last) last.text += ` ${line.trim()}`
    else begin('paragraph', line)
  }
  return blocks
}

/** Escaped signs are kept in a private range until the others are gone. */
const HIDDEN = 0xe000
const hide = (text: string) =>
  text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
const show = (text: string) =>
  text.replace(/[\uE021-\uE07E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN))

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** A text's words without Markdown's signs for links, pictures, code and emphasis. */
const wordsOf = (text: string): string => {
  let words = hide(text)
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/!?\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/\[\^[^\]]+\]/g, '')
    .replace(/<((?:https?:|mailto:)?[^<>\s]+[@:/][^<>\s]*)>/gi, '$1')
  // Emphasis may hold emphasis.
  for (let round = 0; round < 3; round++)
    words = words
      .replace(/(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
      .replace(/~~(?=\S)([^~]+?)(?<=\S)~~/g, '$1')
  return show(words)
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/(?<=^|\s)\|(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * What a text says first, in plain words, for a card, a list or a mail: the first paragraph, or without one its list or
 * heading. A text without Markdown stays whole.
 */
export const firstParagraph = (text: string): string => {
  const read = text.slice(0, READ_MAX)
  if (isPlainText(read.trim())) return read.trim()
  const blocks = blocksOf(read).map(({ kind, text: words }) => ({ kind, text: wordsOf(words) }))
  const said = blocks.filter(({ text: words }) => words !== '')
  const paragraph = said.find(({ kind }) => kind === 'paragraph')
  if (paragraph) return paragraph.text
  const items = said.filter(({ kind }) => kind === 'item')
  return items.length > 0 ? items.map(({ text: words }) => words).join(' · ') : (said[0]?.text ?? '')
}

/** A whole text on one line in plain words, for a quotation. */
export const onOneLine = (text: string): string =>
  isPlainText(text)
    ? text.replace(/\s+/g, ' ').trim()
    : blocksOf(text.slice(0, READ_MAX))
        .map((block) => wordsOf(block.text))
        .filter((words) => words !== '')
        .join(' ')

import { isObject, type Json, listOf, objectOf, textOf } from './json.ts'

/* The text of a rich document, as Jira and Notion keep it, in Markdown. */

const marked = (text: string, marks: unknown): string => {
  const said = text.trim()
  if (said === '') return text
  const drawn = listOf(marks).reduce<string>((inner, mark) => {
    const { type, attrs } = objectOf(mark)
    if (type === 'strong') return `**${inner}**`
    if (type === 'em') return `*${inner}*`
    if (type === 'code') return `\`${inner}\``
    if (type === 'strike') return `~~${inner}~~`
    const address = type === 'link' ? textOf(objectOf(attrs)['href']) : ''
    return address === '' || address === inner ? inner : `[${inner}](${address})`
  }, said)
  return `${text.slice(0, text.length - text.trimStart().length)}${drawn}${text.slice(text.trimEnd().length)}`
}
const indented = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${by}`)

/** A point of a list: the first line behind its sign, the others below it. */
const pointOf = (sign: string, item: unknown): string =>
  `${sign}${indented(
    richText(item)
      .trim()
      .replace(/\n{2,}/g, '\n'),
    ' '.repeat(sign.length),
  )}\n`

/** The day of a count of milliseconds; one that is no such count as it is. */
const dayOf = (timestamp: string): string => {
  const date = new Date(timestamp === '' ? Number.NaN : Number(timestamp))
  return Number.isNaN(date.getTime()) ? timestamp : date.toISOString().slice(0, 10)
}

/** The lines of nodes that are no text. */
const blocks: Readonly<Record<string, (node: Json, inside: string) => string>> = {
  doc: ({ content }) => listOf(content).map((node) => richText(node).trimEnd()).filter((text) => text !== '').join('\n\n'), // prettier-ignore
  paragraph: (_, inside) => `${inside}\n`,
  heading: ({ attrs }, inside) =>
    `${'#'.repeat(Math.min(Math.max(Math.trunc(Number(objectOf(attrs)['level'])) || 2, 1), 6))} ${inside}\n`,
  bulletList: ({ content }) => listOf(content).map((item) => pointOf('- ', item)).join(''), // prettier-ignore
  orderedList: ({ content }) => listOf(content).map((item, at) => pointOf(`${at + 1}. `, item)).join(''), // prettier-ignore
  taskList: ({ content }) => listOf(content).map((item) => pointOf(objectOf(objectOf(item)['attrs'])['state'] === 'DONE' ? '- [x] ' : '- [ ] ', item)).join(''), // prettier-ignore
  codeBlock: (_, inside) => `\`\`\`\n${inside}\n\`\`\`\n`,
  blockquote: (_, inside) => `> ${inside.trim().replaceAll('\n', '\n> ')}\n`,
  rule: () => '---\n',
  tableRow: ({ content }) => `| ${listOf(content).map((cell) => richText(cell).trim().replaceAll('\n', ' ')).join(' | ')} |\n`, // prettier-ignore
  hardBreak: () => '\n',
  mention: ({ attrs }) => textOf(objectOf(attrs)['text']),
  emoji: ({ attrs }) => textOf(objectOf(attrs)['text']) || textOf(objectOf(attrs)['shortName']),
  status: ({ attrs }) => textOf(objectOf(attrs)['text']),
  date: ({ attrs }) => dayOf(textOf(objectOf(attrs)['timestamp'])),
  inlineCard: ({ attrs }) => textOf(objectOf(attrs)['url']),
  blockCard: ({ attrs }) => `${textOf(objectOf(attrs)['url'])}\n`,
}

export const richText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(richText).join('')
  if (!isObject(value)) return ''
  const own = textOf(value['plain_text']) || marked(textOf(value['text']), value['marks'])
  const inside = richText(value['content'])
  const type = textOf(value['type'])
  return (Object.hasOwn(blocks, type) ? blocks[type]?.(value, own + inside) : undefined) ?? own + inside
}

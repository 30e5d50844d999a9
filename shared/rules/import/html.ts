/*
 * The text of a web page, as Azure DevOps and Vikunja keep descriptions, in Markdown. A text with a tag that Markdown has no sign for stays
 * as it is, as does one whose tags do not match or that has Markdown between its tags.
 */

const BLOCK = /^\s*<(?:div|p|ul|ol|h[1-6]|span|table|blockquote|pre|b|strong|em|i|a)\b[^<>]*>/i
/** Whether a text is written in HTML from its beginning to its end. */
export const isHtml = (text: string): boolean =>
  BLOCK.test(text) && /<\/(?:\w+)>\s*$/.test(text.slice(-200).replace(/(?:<br\s*\/?>|&nbsp;|\s)+$/i, ''))

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (all, number: string | undefined, hex: string | undefined, name: string | undefined) => {
    if (name !== undefined) return names[name.toLowerCase()] ?? all
    const code = number === undefined ? Number.parseInt(hex ?? '', 16) : Number(number)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : all
  }) // prettier-ignore

type Element = { name: string; attributes: string; children: Node[]; tick: boolean | undefined }
type Node = string | Element

const BLOCKS = /^(?:p|div|ul|ol|li|h[1-6]|pre|blockquote|hr)$/
const INLINE = /^(?:a|b|strong|i|em|u|s|del|strike|code|span|label|br|img|input)$/
const EMPTY = /^(?:br|hr|img|input)$/
const DEPTH_MAX = 60
const isList = (name: string | undefined): boolean => name === 'ul' || name === 'ol'
/** Lines that are Markdown, and no words that a page only breaks there. */
const MARKDOWN = /\n[ \t\r]*(?:\n|[-*+#>|~`]|\d+[.)] )/

const attributeOf = (attributes: string, name: string): string => {
  const said = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(attributes)
  return decoded(said?.slice(1).find((text) => text !== undefined) ?? '').trim()
}

/** The elements of a text; undefined for one that Markdown cannot say. */
const treeOf = (html: string): Element | undefined => {
  const root: Element = { name: '', attributes: '', children: [], tick: undefined }
  const open = [root]
  const top = () => open.at(-1) ?? root
  for (const [token, slash, tag = '', attributes = ''] of html.matchAll(
    /<(\/?)([a-z][a-z\d]*)(?=[\s/>])([^<>]*)>|[^<]+|</gi,
  )) {
    const name = tag.toLowerCase()
    if (name === '') {
      const isPre = open.some((one) => one.name === 'pre')
      if (token === '<' || (!isPre && MARKDOWN.test(token.trimEnd())) || (token.trim() !== '' && isList(top().name)))
        return undefined
      if (open.length === 1 && /\S/.test(token) && token.trim().includes('\n')) return undefined
      top().children.push(token)
      continue
    }
    const isBlock = BLOCKS.test(name)
    if (!(isBlock || INLINE.test(name)) || open.length > DEPTH_MAX || attributes.replace(/[^"]/g, '').length % 2 > 0)
      return undefined
    // HTML may leave out the ends of paragraphs and points.
    if (isBlock && top().name === 'p' && !(slash && name === 'p')) open.pop()
    if (top().name === 'li' && ((slash && isList(name)) || (!slash && name === 'li'))) open.pop()
    if (slash) {
      if (top().name !== name) return undefined
      open.pop()
      continue
    }
    if ((isList(top().name) && name !== 'li' && !isList(name)) || (name === 'li' && !isList(top().name)))
      return undefined
    const checked = name === 'li' ? attributeOf(attributes, 'data-checked') : ''
    const one: Element = { name, attributes, children: [], tick: checked === '' ? undefined : checked === 'true' }
    if (name === 'input') {
      const point = open.findLast((other) => other.name === 'li')
      if (!point || attributeOf(attributes, 'type').toLowerCase() !== 'checkbox') return undefined
      point.tick ??= /(?:^|\s)checked(?:[\s=/]|$)/i.test(attributes)
    }
    top().children.push(one)
    if (!EMPTY.test(name)) open.push(one)
  }
  while (top().name === 'p' || top().name === 'li') open.pop()
  return open.length === 1 ? root : undefined
}

const textIn = (node: Node): string =>
  typeof node === 'string' ? decoded(node) : node.name === 'br' ? '\n' : node.children.map(textIn).join('')
/** A text between two signs; blanks at its ends stay outside. */
const around = (sign: string, text: string): string => {
  const said = text.trim()
  if (said === '' || said.includes('\n\n')) return text
  return `${text.slice(0, text.length - text.trimStart().length)}${sign}${said}${sign}${text.slice(text.trimEnd().length)}`
}
const fenced = (text: string): string => {
  const ticks = (text.match(/`+/g) ?? []).reduce((most, one) => Math.max(most, one.length), 2)
  const fence = '`'.repeat(ticks + 1)
  return `${fence}\n${text.replace(/^\r?\n/, '').trimEnd()}\n${fence}`
}
const linked = (text: string, address: string): string =>
  address === '' || address === text
    ? text
    : `[${text || address}](${/[\s()]/.test(address) ? `<${address}>` : address})`

const inlineOf = (node: Node): string => {
  if (typeof node === 'string') return decoded(node.replace(/\s+/g, ' '))
  const { name, attributes, children } = node
  const inside = () => children.map(inlineOf).join('')
  if (name === 'br') return '\n'
  if (name === 'img') {
    const [alt, address] = [attributeOf(attributes, 'alt'), attributeOf(attributes, 'src')]
    return address === '' ? alt : `!${linked(alt || 'image', address)}`
  }
  if (name === 'a') return linked(inside().trim().replace(/\s+/g, ' '), attributeOf(attributes, 'href'))
  if (name === 'code') return around(/`/.test(textIn(node)) ? '``' : '`', textIn(node))
  if (name === 'b' || name === 'strong') return around('**', inside())
  if (name === 'i' || name === 'em') return around('*', inside())
  if (name === 's' || name === 'del' || name === 'strike') return around('~~', inside())
  return BLOCKS.test(name) ? ` ${blockOf(node)} ` : inside()
}

/** The points of a list. A list that is directly in another belongs to the point before it. */
const listOf = ({ name, attributes, children }: Element): string => {
  let number = Number(attributeOf(attributes, 'start')) || 1
  const points = children.flatMap((child) => {
    if (typeof child === 'string') return []
    if (isList(child.name)) return [`  ${listOf(child).replaceAll('\n', '\n  ')}`]
    const sign = name === 'ol' ? `${number++}. ` : '- '
    const tick = child.tick === undefined ? '' : child.tick ? '[x] ' : '[ ] '
    return [`${sign}${tick}${blocksOf(child.children).replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`)}`]
  })
  return points.join('\n')
}
const blockOf = (element: Element): string => {
  const { name, children } = element
  if (name === 'hr') return '---'
  if (name === 'pre') return fenced(textIn(element))
  if (isList(name)) return listOf(element)
  if (name === 'blockquote') return `> ${blocksOf(children).replaceAll('\n', '\n> ')}`
  const level = /^h(\d)$/.exec(name)?.[1]
  return level === undefined
    ? blocksOf(children)
    : `${'#'.repeat(Number(level))} ${blocksOf(children).replace(/\s+/g, ' ')}`
}
/** Blocks one below the other, with an empty line between them but for those that are lines of one text. */
const blocksOf = (children: readonly Node[]): string => {
  let said = ''
  let before = ''
  let run: Node[] = []
  const add = (name: string, text: string): void => {
    if (text === '') before = name === 'div' ? '' : before
    if (text === '') return
    const isTight = (before === 'div' || before === 'text') && (name === 'div' || name === 'text')
    said += `${said === '' ? '' : isTight ? '\n' : '\n\n'}${text}`
    before = name
  }
  const flush = (): void => {
    const text = run.map(inlineOf).join('').replace(/[ \t]+/g, ' ').replace(/ ?\n ?/g, '\n').replace(/\n{3,}/g, '\n\n').trim() // prettier-ignore
    run = []
    if (text !== '') add('text', text)
  }
  for (const child of children)
    if (typeof child !== 'string' && BLOCKS.test(child.name)) {
      flush()
      add(child.name, blockOf(child))
    } else run.push(child)
  flush()
  return said
}

export const htmlToMarkdown = (html: string): string => {
  const tree = treeOf(html)
  return tree ? blocksOf(tree.children) : html
}

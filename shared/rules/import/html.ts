/* The text of a web page, as Azure DevOps and Vikunja keep descriptions, in Markdown. */

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
const around = (sign: string) => (_: string, inside: string) =>
  inside.trim() === '' ? inside : `${sign}${inside.trim()}${sign}`
const attributeOf = (tag: string, name: string): string => {
  const said = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return decoded(said?.[1] ?? said?.[2] ?? '')
}

export const htmlToMarkdown = (html: string): string =>
  decoded(
    html
      .replace(/\r?\n/g, ' ')
      .replace(/<(?:i|em)\b[^<>]*>([^<]*)<\/(?:i|em)>/gi, around('*'))
      .replace(/<code\b[^<>]*>([^<]*)<\/code>/gi, around('`'))
      .replace(/(<a\b[^<>]*>)([^<]*)<\/a>/gi, (_, tag: string, inside: string) => {
        const address = attributeOf(tag, 'href')
        return address === '' || address === inside ? inside : `[${inside}](${address})`
      })
      .replace(/<(?:b|strong)\b[^<>]*>([^<]*)<\/(?:b|strong)>/gi, around('**'))
      .replace(/<img\b[^<>]*>/gi, (tag) => `![${attributeOf(tag, 'alt')}](${attributeOf(tag, 'src')})`)
      .replace(/<h([1-6])\b[^<>]*>/gi, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
      .replace(/<li\b[^<>]*>/gi, '\n- ')
      .replace(/<br\s*\/?>|<\/(?:div|tr)>/gi, '\n')
      .replace(/<\/?(?:p|ul|ol|h[1-6]|table|blockquote|pre)\b[^<>]*>/gi, '\n\n')
      .replace(/<\/td>/gi, ' ')
      .replace(/<\/?[a-z][^<>]*>/gi, ''),
  )
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

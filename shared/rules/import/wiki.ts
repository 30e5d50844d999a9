/* Jira's wiki text (https://jira.atlassian.com: 'Text Formatting Notation Help') as Markdown. */

const CODE = /\{(code|noformat)(?::([^}]*))?\}([\s\S]*?)\{\1\}/g
/** The language of `{code:java|title=A}`; '' where it names none. */
const languageOf = (options: string): string => {
  const [first = ''] = options.split('|')
  const said = first.includes('=') ? '' : first.trim().toLowerCase()
  return /^[a-z0-9+#-]{1,20}$/.test(said) ? said : ''
}
const fence = (options: string, code: string): string =>
  `\n\`\`\`${languageOf(options)}\n${code.replace(/^\r?\n|\r?\n\s*$/g, '')}\n\`\`\`\n`

/** Marks are at the edge of words: `*bold*`, but not `2*3*4`. */
const marked = (mark: string): RegExp =>
  new RegExp(`(^|[\\s({\\[>|,.;:!?'"*_~-])${mark}(?=\\S)([^\\n]*?\\S)${mark}(?=$|[\\s)}\\]<|,.;:!?'"*_~-])`, 'gu')
const [BOLD, ITALIC, DELETED, INSERTED, CITED] = ['\\*', '_', '-', '\\+', '\\?\\?'].map(marked) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
  RegExp,
]

const link = (inside: string): string => {
  const [text = '', address = '', ..._rest] = inside.split('|')
  const user = /^~(?:accountid:)?(.+)$/.exec(inside)
  if (user) return `@${user[1] ?? ''}`
  const target = (address || text).trim().replace(/^mailto:/, 'mailto:')
  if (inside.startsWith('^')) return text.slice(1)
  if (!/^(?:https?:|mailto:|ftp:)/i.test(target)) return address === '' ? `[${inside}]` : `${text} (${target})`
  return address === '' ? `<${target}>` : `[${text.trim()}](${target.replace(/[()]/g, encodeURIComponent)})`
}

const picture = (inside: string): string => {
  const [name = ''] = inside.split('|')
  return /^https?:/.test(name) ? `[${name.split('/').at(-1) ?? name}](${name})` : `(picture: ${name})`
}

/** Marks within a line. Bold goes last to Markdown's two stars, so that italic does not take them for its own. */
const inline = (line: string): string => {
  const kept: string[] = []
  const keep = (text: string) => `\ue000${kept.push(text) - 1}\ue001`
  return line
    .replace(/\{\{(.+?)\}\}/g, (_, code: string) => keep(`\`${code.replaceAll('`', "'")}\``))
    .replace(/\\([{}[\]*_\-+^~!#|])/g, (_, sign: string) => keep(`\\${sign}`))
    .replace(/\[([^[\]\n]+)\]/g, (_, inside: string) => keep(link(inside)))
    .replace(
      /(^|\s)!([^\s!|][^!\n]*?\.[^!\n]*?)!(?=$|[\s.,;:])/g,
      (_, before: string, inside: string) => `${before}${keep(picture(inside))}`,
    )
    .replace(/https?:\/\/[^\s<>|\])]+/g, (address) => keep(address))
    .replace(/\{color(?::[^}]*)?\}/g, '')
    .replace(/\{(?:anchor|toc|status)[^}]*\}/g, '')
    .replace(ITALIC, (_, before: string, text: string) => `${before}${keep('*')}${text}${keep('*')}`)
    .replace(BOLD, (_, before: string, text: string) => `${before}**${text}**`)
    .replace(DELETED, (_, before: string, text: string) => `${before}~~${text}~~`)
    .replace(INSERTED, (_, before: string, text: string) => `${before}${text}`)
    .replace(CITED, (_, before: string, text: string) => `${before}${keep('*')}${text}${keep('*')}`)
    .replace(/\\\\(?=\s|$)/g, '  ')
    .replace(/\ue000(\d+)\ue001/g, (_, at: string) => kept[Number(at)] ?? '')
}

const rowOf = (line: string, mark: string): string =>
  `| ${line
    .trim()
    .replace(/^\|+|\|+$/g, '')
    .split(mark)
    .map((cell) => inline(cell.trim()))
    .join(' | ')} |`
const ruleOf = (row: string): string => row.replace(/[^|]+/g, ' --- ')

type State = { isTable: boolean; isQuote: boolean }
const lineOf = (line: string, state: State): string[] => {
  const head = /^\s*\|\|(.+)$/.exec(line)
  const cells = /^\s*\|(?!\|)(.+)\|\s*$/.exec(line)
  if (head) {
    state.isTable = true
    const row = rowOf(line, '||')
    return [row, ruleOf(row)]
  }
  if (cells) {
    const row = rowOf(line, '|')
    const first = state.isTable ? [] : [row.replace(/[^|]+/g, '  '), ruleOf(row)]
    state.isTable = true
    return [...first, row]
  }
  state.isTable = false
  const title = /^\s*h([1-6])\.\s*(.*)$/.exec(line)
  if (title) return [`${'#'.repeat(Number(title[1]))} ${inline(title[2] ?? '')}`]
  const quoted = /^\s*bq\.\s*(.*)$/.exec(line)
  if (quoted) return [`> ${inline(quoted[1] ?? '')}`]
  if (/^\s*-{4,}\s*$/.test(line)) return ['---']
  const item = /^\s*([*#]+|-)\s+(.*)$/.exec(line)
  if (item) {
    const marks = item[1] ?? '-'
    return [`${'   '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${inline(item[2] ?? '')}`]
  }
  return [inline(line)]
}

const blockOf = (text: string): string => {
  const state: State = { isTable: false, isQuote: false }
  return text
    .replace(/\{panel(?::([^}]*))?\}/g, (_, options: string | undefined) => {
      const title = /title=([^|}]+)/.exec(options ?? '')?.[1]
      return title ? `*${title.trim()}*\n` : ''
    })
    .split(/\r?\n/)
    .flatMap((line) => {
      const parts = line.split('{quote}')
      const lines = parts.flatMap((part, at) => {
        if (at > 0) state.isQuote = !state.isQuote
        if (parts.length > 1 && part.trim() === '') return []
        return lineOf(part, state).map((one) => (state.isQuote ? `> ${one}` : one))
      })
      return lines
    })
    .join('\n')
}

/** Jira's wiki text as Markdown. Text without its marks stays as it is. */
export const wikiToMarkdown = (text: string): string => {
  const parts: string[] = []
  let from = 0
  for (const found of text.matchAll(CODE)) {
    parts.push(blockOf(text.slice(from, found.index)), fence(found[2] ?? '', found[3] ?? ''))
    from = found.index + found[0].length
  }
  parts.push(blockOf(text.slice(from)))
  return parts.join('').trim()
}

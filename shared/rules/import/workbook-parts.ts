import { strFromU8, unzipSync } from 'fflate'

/* What a workbook says beside its cells: which sheets are hidden, which cells are merged, and how its days are counted. */

/** Cells of one column that are merged: the rows from `from` to `to` show what the first of them says; from 0. */
export type Merged = { column: number; from: number; to: number }
/** An address behind a cell; row and column from 0. */
export type CellLink = { row: number; column: number; address: string }
type Parts = {
  /** Whether days are counted from 1904 and the reader of cells does not see it. */
  isFrom1904: boolean
  hidden: ReadonlySet<string>
  /** By the name of the sheet. */
  merged: ReadonlyMap<string, readonly Merged[]>
  /** By the name of the sheet. */
  links: ReadonlyMap<string, readonly CellLink[]>
}

const attributesOf = (tag: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))
const tagsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`, 'g'))].map(([, inside = '']) => attributesOf(inside))
const unescaped = (text: string): string =>
  text
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
const mergedIn = (xml: string): Merged[] =>
  tagsOf(xml, 'mergeCell').flatMap(({ ref = '' }) => {
    const parts = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref)
    if (!parts || parts[2] === parts[4]) return []
    return [{ column: columnOf(parts[1] ?? ''), from: Number(parts[2]) - 1, to: Number(parts[4]) - 1 }]
  })

/** The addresses behind cells: what a person has linked, and formulas HYPERLINK. Places in the workbook itself are none. */
const linksIn = (xml: string, targets: ReadonlyMap<string, string>): CellLink[] => {
  const linked = tagsOf(xml, 'hyperlink').map((tag) => ({ ref: tag['ref'] ?? '', address: targets.get(tag['r:id'] ?? '') ?? '' })) // prettier-ignore
  const formulas = [...xml.matchAll(/<c\s[^>]*?\br="([A-Z]+\d+)"[^>]*>\s*<f[^>]*>\s*HYPERLINK\(\s*(?:"|&quot;)([^"]+?)(?:"|&quot;)/g)].map(([, ref = '', address = '']) => ({ ref, address: unescaped(address) })) // prettier-ignore
  return [...linked, ...formulas].flatMap(({ ref, address }) => {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)/.exec(ref) ?? []
    return letters === '' || address === '' ? [] : [{ row: Number(row) - 1, column: columnOf(letters), address }]
  })
}
const targetsIn = (xml: string): Map<string, string> =>
  new Map(tagsOf(xml, 'Relationship').map(({ Id = '', Target = '' }) => [Id, unescaped(Target)]))

/** Reads the parts of an .xlsx file; nothing of them where it is written in another way. */
export const partsOfWorkbook = (bytes: Uint8Array): Parts => {
  const wanted = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/
  const files = unzipSync(bytes, { filter: ({ name }) => wanted.test(name) })
  const text = (name: string): string => (files[name] ? strFromU8(files[name]) : '')
  const book = text('xl/workbook.xml')
  const targets = targetsIn(text('xl/_rels/workbook.xml.rels'))
  const sheets = tagsOf(book, 'sheet').map((attributes) => ({
    name: unescaped(attributes['name'] ?? ''),
    isHidden: /^(?:hidden|veryHidden)$/.test(attributes['state'] ?? ''),
    path: (targets.get(attributes['r:id'] ?? '') ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
  }))
  return {
    isFrom1904: tagsOf(book, 'workbookPr')[0]?.['date1904'] === 'true',
    hidden: new Set(sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name)),
    merged: new Map(sheets.map(({ name, path }) => [name, mergedIn(text(path))])),
    links: new Map(
      sheets.map(({ name, path }) => [
        name,
        linksIn(text(path), targetsIn(text(path.replace(/([^/]+)$/, '_rels/$1.rels')))),
      ]),
    ),
  }
}

/* What a file is by its first bytes, where it is no text. */

export type FileKind = 'text' | 'excel' | 'other'
const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

/** The names of a ZIP's first files, as its local headers have them. */
const namesIn = (bytes: Uint8Array): string =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 8_192)) + new TextDecoder('latin1').decode(bytes.subarray(-8_192))

const signatures: ReadonlyArray<readonly [signature: readonly number[], name: string, what: string]> = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel or Office file', 'save it as .xlsx or CSV'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF', 'export the tasks as CSV or JSON instead'],
  [[0x1f, 0x8b], 'a GZIP file', 'unpack it and choose the file in it'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip file', 'unpack it and choose the file in it'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR file', 'unpack it and choose the file in it'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a ZSTD file', 'unpack it and choose the file in it'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture', 'export the tasks as CSV or JSON instead'],
  [[0xff, 0xd8, 0xff], 'a picture', 'export the tasks as CSV or JSON instead'],
  [[0x47, 0x49, 0x46, 0x38], 'a picture', 'export the tasks as CSV or JSON instead'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'an RTF document', 'save its table as CSV'],
  [[0x53, 0x51, 0x4c, 0x69], 'a database', 'export the tasks as CSV or JSON instead'],
]
const told = (name: string, what: string): string => `This is ${name}. Please ${what}.`

/** What kind of file this is, and for one that cannot be read the sentence that says what to do. */
export const fileKindOf = (bytes: Uint8Array): { kind: FileKind; why: string } => {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6])) {
    const names = namesIn(bytes)
    if (names.includes('xl/work')) return { kind: 'excel', why: '' }
    if (names.includes('word/')) return { kind: 'other', why: told('a Word document', 'save its table as CSV') }
    if (names.includes('ppt/'))
      return { kind: 'other', why: told('a PowerPoint file', 'export the tasks as CSV instead') }
    if (names.includes('opendocument.spreadsheet'))
      return { kind: 'other', why: told('an OpenDocument spreadsheet', 'save it as .xlsx or CSV') }
    if (names.includes('opendocument'))
      return { kind: 'other', why: told('an OpenDocument file', 'save its table as CSV') }
    return { kind: 'other', why: told('a ZIP file', 'unpack it and choose the CSV in it') }
  }
  const found = signatures.find(([signature]) => startsWith(bytes, signature))
  if (found) return { kind: 'other', why: told(found[1], found[2]) }
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 512)).trimStart().toLowerCase()
  if (/^(?:\u00ef\u00bb\u00bf)?<(?:!doctype html|html|\?xml|rss|table|office:|!--)/.test(beginning))
    return {
      kind: 'other',
      why: told(
        /^\S*<(?:\?xml|rss)/.test(beginning) ? 'an XML file' : 'a web page',
        'export the tasks as CSV or JSON instead',
      ),
    }
  return { kind: 'text', why: '' }
}

import { encodingOf } from '#shared/rules/decode-text.ts'

const UNKNOWN = 'application/octet-stream'
const TEXT = 'text/plain; charset=utf-8'

/** Types that a browser might run or follow; such a file is sent as plain text. Office files are XML in an archive, and are neither. */
const ACTIVE =
  /^(?:text\/(?:html|xml|(?:java|ecma)script)|application\/(?:(?:x-)?(?:java|ecma)script|xml|[^/]+\+xml)|image\/svg\+xml)(?:;|$)/

/** Finds the type of a file from the beginning of its content, whatever its name or its sender says. */
export const contentTypeOf = async (sample: Uint8Array): Promise<string> => {
  // A start needs none of its many formats.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(sample)
  if (found) return ACTIVE.test(found.mime) ? TEXT : found.mime
  const encoding = encodingOf(sample)
  return isText(sample, encoding) ? `text/plain; charset=${encoding}` : UNKNOWN
}

const isControl = (code: number): boolean => code < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(code)
/** Bytes for which Windows-1252 has no character. */
const NO_CHARACTERS: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Text in Latin letters has more plain ones than others; other alphabets in one byte would be shown as nonsense. */
const SPECIAL_PART = 0.3

/** Whether a sample is text: without control characters other than line ends and tabs, and with characters that the encoding has. */
const isText = (sample: Uint8Array, encoding: ReturnType<typeof encodingOf>): boolean => {
  if (sample.length === 0) return false
  if (encoding.startsWith('utf-16')) {
    const text = new TextDecoder(encoding).decode(sample, { stream: true })
    return !Array.from(text).some((letter) => letter === '\ufffd' || isControl(letter.charCodeAt(0)))
  }
  if (sample.some(isControl)) return false
  if (encoding === 'utf-8') return true
  const special = sample.filter((byte) => byte >= 0x80)
  return special.length <= sample.length * SPECIAL_PART && !special.some((byte) => NO_CHARACTERS.has(byte))
}

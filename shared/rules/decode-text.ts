export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** UTF-16 says so at its beginning, or has a zero in every other byte of plain letters. */
const utf16Of = (bytes: Uint8Array): TextEncoding | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const seen = bytes.subarray(0, 2_000)
  for (const [at, byte] of seen.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const most = seen.length * 0.3
  if (even > most && odd === 0) return 'utf-16be'
  return odd > most && even === 0 ? 'utf-16le' : null
}

/** The encoding of a text, told from its bytes: what is neither UTF-16 nor UTF-8 has the letters of Windows. */
export const encodingOf = (bytes: Uint8Array): TextEncoding => {
  const wide = utf16Of(bytes)
  if (wide) return wide
  try {
    // A character that is cut off at the end does not count.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The text of a file; with `isCut` a character that is cut off at the end is left out. */
export const decodeText = (bytes: Uint8Array, isCut = false): string =>
  new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: isCut })

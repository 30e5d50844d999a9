import { isUtf8 } from 'node:buffer'

const UNKNOWN = 'application/octet-stream'
const TEXT = 'text/plain; charset=utf-8'

/** Types that a browser might run or follow; such a file is sent as plain text. */
const ACTIVE = /(?:html|xml|svg|javascript|ecmascript)/

/** Finds the type of a file from the beginning of its content, whatever its name or its sender says. */
export const contentTypeOf = async (sample: Uint8Array): Promise<string> => {
  // A start needs none of its many formats.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(sample)
  if (found) return ACTIVE.test(found.mime) ? TEXT : found.mime
  return isText(sample) ? TEXT : UNKNOWN
}

/**
 * Whether a sample is UTF-8 without control characters other than line ends and tabs. A character cut off at the
 * sample's end does not count.
 */
const isText = (sample: Uint8Array): boolean => {
  if (sample.length === 0 || sample.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)))
    return false
  return [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)))
}

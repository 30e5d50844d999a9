import { encodingOf as wideOrUtf8 } from '../decode-text.ts'
import { scoreOf } from './words/scripts.ts'

/** The encodings that can be chosen, each with the name that people know. */
export const encodings = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
  ['windows-1252', 'Western (Windows-1252)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['iso-8859-2', 'Central European (ISO-8859-2)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['ibm866', 'Cyrillic (IBM866)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['windows-1255', 'Hebrew (Windows-1255)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
  ['windows-1257', 'Baltic (Windows-1257)'],
  ['windows-1258', 'Vietnamese (Windows-1258)'],
  ['macintosh', 'Western (Mac Roman)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['gbk', 'Chinese (GBK)'],
  ['big5', 'Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
] as const
export type Encoding = (typeof encodings)[number][0]
export const isEncoding = (name: string): name is Encoding => encodings.some(([one]) => one === name)

const SAMPLE = 48_000

/** The bytes that a guess needs: those outside ASCII, with their neighbours. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length <= SAMPLE) return bytes
  const from = bytes.findIndex((byte) => byte >= 0x80)
  const line = bytes.lastIndexOf(0x0a, Math.max(0, from)) + 1
  return bytes.subarray(line, line + SAMPLE)
}

/** Whether bytes are text in units of two: separators and line ends have a zero beside them, on one side always, and nothing is odd. */
const isWide = (bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean => {
  const seen = bytes.subarray(0, 4_000)
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0]
  let plain = 0
  for (let at = 0; at + 1 < seen.length; at += 2) {
    const letter = seen[at + low] ?? 0
    if (seen[at + high] === 0 && (letter === 0x0a || letter === 0x0d || (letter >= 0x20 && letter < 0x7f))) plain += 1
  }
  if (plain < 2) return false
  const text = new TextDecoder(encoding).decode(seen, { stream: true })
  return !/(?![\t\n\v\f\r])\p{Cc}|[\ufffd\ue000-\uf8ff\p{Cn}]/u.test(text)
}
const wideOf = (bytes: Uint8Array): Encoding | undefined =>
  bytes.subarray(0, 4_000).includes(0)
    ? (['utf-16le', 'utf-16be'] as const).find((encoding) => isWide(bytes, encoding))
    : undefined

/** UTF-8 with a few broken bytes is still that. */
const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return whole > broken * 20
}

/** The encoding that a text most likely has: UTF-8 and UTF-16 say it themselves, of others the one whose letters make words. */
export const proposeEncoding = (bytes: Uint8Array): Encoding => {
  const wide = wideOf(bytes)
  if (wide) return wide
  const sure = wideOrUtf8(bytes)
  if (sure !== 'windows-1252') return sure
  const sample = sampleOf(bytes)
  if (isMostlyUtf8(sample)) return 'utf-8'
  const scored = encodings
    .map(([name]) => name)
    .filter((name) => !name.startsWith('utf'))
    .map((name) => [name, scoreOf(name, sample)] as const)
  return scored.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'windows-1252'
}

export const decodeAs = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)

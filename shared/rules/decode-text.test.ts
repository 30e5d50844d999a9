import { expect, test } from 'vitest'
import { decodeText, encodingOf } from './decode-text.ts'

const text = 'Größe: 12 €, naïve café\r\nsecond line'
const wide = (isBig: boolean, mark: string) => {
  const bytes = Buffer.from(mark + text, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
const windows = new Uint8Array([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))))

test.each([
  ['utf-8', new TextEncoder().encode(text)],
  ['utf-8', new TextEncoder().encode(`\ufeff${text}`)],
  ['utf-16le', wide(false, '\ufeff')],
  ['utf-16be', wide(true, '\ufeff')],
  ['utf-16le', wide(false, '')],
  ['utf-16be', wide(true, '')],
  ['windows-1252', windows],
] as const)('a text in %s is read', (encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding)
  expect(decodeText(bytes)).toBe(text)
})

test('a character that is cut off at the end is left out', () => {
  expect(decodeText(new TextEncoder().encode('a🐝').subarray(0, 3), true)).toBe('a')
  expect(decodeText(wide(false, '\ufeff').subarray(0, 9), true)).toBe('Grö')
})

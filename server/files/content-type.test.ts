import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { previewKindOf } from '#shared/rules/file-preview.ts'
import { contentTypeOf } from './content-type.ts'

/** The beginning of a ZIP that stores one file of that name and content. */
const zip = (name: string, content: string): Uint8Array => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(name.length, 26)
  return new Uint8Array(
    Buffer.concat([head, Buffer.from(name + content), Buffer.from('PK\u0001\u0002'), Buffer.alloc(42)]),
  )
}
const office = (part: string) =>
  zip(
    '[Content_Types].xml',
    `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${part}.main+xml"/></Types>`,
  )

test.each([
  ['wordprocessingml.document', office('wordprocessingml.document')],
  ['spreadsheetml.sheet', office('spreadsheetml.sheet')],
  ['presentationml.presentation', office('presentationml.presentation')],
  ['opendocument.text', zip('mimetype', 'application/vnd.oasis.opendocument.text')],
  ['epub+zip', zip('mimetype', 'application/epub+zip')],
])('an office file keeps its type (%s), and is not shown', async (type, bytes) => {
  const found = await contentTypeOf(bytes)
  expect(found).toContain(type)
  expect(previewKindOf(found)).toBeNull()
})

test.each([
  ['XML', '<?xml version="1.0"?><html><script>alert(1)</script></html>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['SVG after a head', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['RSS', '<?xml version="1.0"?><rss version="2.0"/>'],
  ['a script', '#!/usr/bin/env node\nalert(1)'],
])('what a browser might run is plain text: %s', async (_, text) => {
  expect(await contentTypeOf(new TextEncoder().encode(text))).toBe('text/plain; charset=utf-8')
})

test('texts in UTF-16 and Windows-1252 are texts; bytes that are neither are not', async () => {
  const latin = (bytes: readonly number[]) =>
    contentTypeOf(new Uint8Array([...Buffer.from('Die '), ...bytes, ...Buffer.from(' der Boote')]))
  expect(await contentTypeOf(new Uint8Array(Buffer.from('\ufeffHello, boat', 'utf16le')))).toBe(
    'text/plain; charset=utf-16le',
  )
  expect(await contentTypeOf(new Uint8Array(Buffer.from('Hello, boat', 'utf16le')))).toBe(
    'text/plain; charset=utf-16le',
  )
  expect(await latin([0x47, 0x72, 0xf6, 0xdf, 0x65])).toBe('text/plain; charset=windows-1252')
  expect(await latin([0x81, 0x8d])).toBe('application/octet-stream')
  expect(await contentTypeOf(new Uint8Array([0xca, 0xf3, 0xef, 0xe8, 0xf2, 0xfc, 0x20, 0xea, 0xf0]))).toBe(
    'application/octet-stream',
  )
  expect(await contentTypeOf(new Uint8Array([1, 0, 2, 0, 3, 0, 4, 0]))).toBe('application/octet-stream')
  expect(await contentTypeOf(readFileSync(process.execPath).subarray(0, 4_100))).not.toContain('text')
})

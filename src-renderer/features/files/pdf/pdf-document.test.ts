import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPdf } from './pdf-document.ts'
import { PdfNotShown, reasonOf } from './pdf-reasons.ts'

const terminated = vi.hoisted(() => vi.fn())
const destroyed = vi.hoisted(() => vi.fn())
vi.mock('./pdf-worker.ts?worker', () => ({
  default: class {
    terminate = terminated
    addEventListener = () => undefined
  },
}))
// A worker that hangs: pdf.js hears nothing from it, neither of the document nor of its end. jsdom has no workers.
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({
  getDocument: () => ({ promise: new Promise(() => undefined), destroy: destroyed }),
  PDFWorker: { create: () => ({}) },
  RenderingCancelledException: class extends Error {},
  TextLayer: class {},
}))
beforeEach(() => {
  vi.useFakeTimers()
  terminated.mockClear()
  destroyed.mockReset().mockReturnValue(new Promise(() => undefined))
})
afterEach(() => void vi.useRealTimers())

test('closing ends a worker that hangs at once', () => {
  openPdf(new Uint8Array()).close()
  expect(terminated).toHaveBeenCalledTimes(1)
})

test('a document that says nothing for 30 seconds has failed, and its worker ends', async () => {
  // What pdf.js says of the end that was forced on it is no failure of ours.
  destroyed.mockRejectedValue(new Error('Worker was destroyed'))
  const failed = expect(openPdf(new Uint8Array()).opened).rejects.toThrow('Reading this PDF takes too long.')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(terminated).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await failed
  expect(terminated).toHaveBeenCalledTimes(1)
})

const named = (name: string) => Object.assign(new Error('x'), { name })
test.each([
  ['This PDF needs a password.', named('PasswordException')],
  ['This PDF cannot be read; it may be damaged.', named('InvalidPDFException')],
  ['Reading this PDF takes too long.', new PdfNotShown('Reading this PDF takes too long.')],
  // An older browser lacks what pdf.js calls; the file may be as it should be.
  ['This browser cannot show this PDF.', new TypeError('Math.sumPrecise is not a function')],
  ['This browser cannot show this PDF.', named('UnknownErrorException')],
])('"%s" is said only where it is true', (sentence, error) => expect(reasonOf(error)).toBe(sentence))

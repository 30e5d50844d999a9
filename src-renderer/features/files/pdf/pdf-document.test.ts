import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPdf } from './pdf-document.ts'

const terminated = vi.hoisted(() => vi.fn())
const destroyed = vi.hoisted(() => vi.fn())
vi.mock('./pdf-worker.ts?worker', () => ({
  default: class {
    terminate = terminated
    addEventListener = () => undefined
  },
}))
// A worker that hangs: pdf.js hears nothing from it, neither of the document nor of its end. jsdom has no workers.
vi.mock('pdfjs-dist', () => ({
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
  const failed = expect(openPdf(new Uint8Array()).opened).rejects.toThrow('It takes too long to read this PDF.')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(terminated).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await failed
  expect(terminated).toHaveBeenCalledTimes(1)
})

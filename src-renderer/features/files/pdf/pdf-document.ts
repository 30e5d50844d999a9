import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PdfNotShown, reasonOf } from './pdf-reasons.ts'
import PdfWorker from './pdf-worker.ts?worker'

/** The most pages that are shown: each needs a place on the screen and, while it is near, a picture. */
export const PDF_PAGES_MAX = 300
/** The most points of one picture: what is drawn larger is drawn coarser. */
const CANVAS_POINTS = 16_000_000
/** Milliseconds after which a document that says nothing counts as broken. */
const PATIENCE_MS = 30_000

/** A page: how large it is, in CSS pixels at 100 %, and how it is drawn. */
export type PdfPage = {
  width: number
  height: number
  /** Draws the page at this scale; the promise is over when it is drawn, or when `signal` has aborted. */
  draw: (canvas: HTMLCanvasElement, scale: number, signal: AbortSignal) => Promise<void>
  /** Lays the page's words over its picture, so that they can be marked and read aloud. Answers whether there are any. */
  layText: (container: HTMLElement, scale: number) => Promise<boolean>
  /** Gives back the memory of the page's pictures; it can be drawn again all the same. */
  forget: () => void
}
export type Pdf = {
  /** How many pages the document has. */
  count: number
  /** The page of a number, from 1. */
  page: (number: number) => Promise<PdfPage>
}

const pageOf = async (document: PDFDocumentProxy, number: number): Promise<PdfPage> => {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  return {
    width,
    height,
    draw: async (canvas, scale, signal) => {
      const wanted = page.getViewport({ scale: scale * window.devicePixelRatio })
      const less = Math.min(1, Math.sqrt(CANVAS_POINTS / (wanted.width * wanted.height)))
      const viewport = page.getViewport({ scale: scale * window.devicePixelRatio * less })
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      const task = page.render({ canvas, viewport })
      const stop = () => task.cancel()
      signal.addEventListener('abort', stop)
      try {
        await task.promise
      } catch (error) {
        if (!(error instanceof RenderingCancelledException)) throw error
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    layText: async (container, scale) => {
      const textContentSource = await page.getTextContent()
      container.replaceChildren()
      await new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale }) }).render()
      return container.textContent.trim() !== ''
    },
    forget: () => void page.cleanup(),
  }
}

/**
 * Opens a PDF from its bytes. It loads no address, font or picture from elsewhere, and runs no script or form of the
 * document: that code is not part of the app. `close` ends the worker, whatever it is doing. `opened` fails with
 * PdfNotShown.
 */
export const openPdf = (data: Uint8Array): { opened: Promise<Pdf>; close: () => void } => {
  const port = new PdfWorker()
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    data,
    worker,
    // Without these, pdf.js would fetch decoders and fonts by address. What needs them is drawn with the fonts of the system, or left out.
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
    stopAtErrors: false,
    maxImageSize: CANVAS_POINTS * 4,
    canvasMaxAreaInBytes: CANVAS_POINTS * 4,
    verbosity: 0,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    // pdf.js waits for a word of its worker, which one that hangs never says; the worker ends here in any case.
    task.destroy().catch(() => undefined)
    port.terminate()
  }
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new PdfNotShown('Reading this PDF takes too long.'))
      end()
    }, PATIENCE_MS)
  })
  // A worker whose code does not arrive says so here alone.
  const broken = new Promise<never>((_resolve, reject) =>
    port.addEventListener('error', () => reject(new PdfNotShown('The PDF viewer could not be started.'))),
  )
  const read = async (): Promise<Pdf> => {
    try {
      const document = await task.promise
      return { count: document.numPages, page: (number) => pageOf(document, number) }
    } catch (error) {
      throw new PdfNotShown(reasonOf(error), { cause: error })
    }
  }
  return {
    opened: Promise.race([read(), late, broken]).finally(() => clearTimeout(timer)),
    close: end,
  }
}

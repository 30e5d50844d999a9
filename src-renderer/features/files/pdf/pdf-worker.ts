// pdf.js reads documents in a worker, which has no network address, no page and no token of ours.
import 'pdfjs-dist/build/pdf.worker.min.mjs'

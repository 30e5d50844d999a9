// The form of pdf.js for older browsers: its newest functions came to Firefox and Safari in 2025.
// pdf.js reads documents in a worker, which has no network address, no page and no token of ours.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

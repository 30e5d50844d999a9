/**
 * What the page may load: its own files and nothing else; it talks to no server itself. Inline scripts and eval are
 * forbidden. Inline styles are allowed, because Emotion (under MUI) puts its rules into the page at run time. A nonce
 * would have to be new in every index.html, and would gain nothing, since no foreign markup is ever inserted and styles
 * run no code.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'none'",
  // PDFs are read in a worker, which is a file of our own.
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

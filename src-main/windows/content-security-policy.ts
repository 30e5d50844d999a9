/**
 * The page loads only its own files and talks to no server. Inline scripts and eval are forbidden. Inline styles are
 * allowed because Emotion (under MUI) adds rules at run time; a nonce would have to change in every index.html and gain
 * nothing, since foreign markup is never inserted and styles run no code.
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

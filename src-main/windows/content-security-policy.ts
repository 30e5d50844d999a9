/**
 * What the page may load: its own files and nothing else; it talks to no server itself. No inline script and no eval.
 * Styles may be inline, because Emotion (under MUI) puts its rules into the page at run time: a nonce would have to be new
 * in every index.html and buys nothing where no foreign markup is ever inserted. Styles run no code.
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
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

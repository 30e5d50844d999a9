/**
 * The address where the embedded server listens by default. It has a file of its own, so that --help loads nothing else
 * for it.
 */
export const DEFAULT_SERVER = 'http://127.0.0.1:4310'

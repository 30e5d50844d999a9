/** Where the embedded server listens unless it is told otherwise; apart, so that --help loads nothing more for it. */
export const DEFAULT_SERVER = 'http://127.0.0.1:4310'

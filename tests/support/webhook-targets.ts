/** A target that refuses every connection, for tests of what else calls do. */
export const REFUSING = { build: 'https://127.0.0.1:9/hook' }

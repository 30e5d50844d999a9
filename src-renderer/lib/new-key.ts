import { v4 as uuidv4 } from 'uuid'

/**
 * Makes a new idempotency key: a random UUID. `crypto.randomUUID` is missing on pages that are served without TLS, where
 * the app works too, so ESLint refuses it in the app.
 */
export const newKey = (): string => uuidv4()

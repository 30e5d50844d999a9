import { type SessionOptions, sessionOver } from './session-rules.ts'
import { signInCalls } from './sign-in-calls.ts'
import type { Transport } from './transport.ts'

/** `sessionOver` for programs that have the whole contract loaded anyway. */
export const withSession = (inner: Transport, options: SessionOptions): Transport =>
  sessionOver(inner, () => Promise.resolve(signInCalls), options)

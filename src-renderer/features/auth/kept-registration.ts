import { sessionData } from '../../lib/browser-storage.ts'

/** What was typed on /register. The password is in memory only, so a reload loses it and nothing else does. */
type Typed = { email: string; username: string; password: string }
/** Whose code is waited for, and how many wrong ones were tried. */
export type WaitingCode = { email: string; wrongTries: number }

let password = ''

const read = (key: 'registration' | 'registeredEmail'): Readonly<Record<string, unknown>> | null => {
  try {
    const kept: unknown = JSON.parse(sessionData.get(key) ?? 'null')
    return typeof kept === 'object' ? (kept as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Kept while one reads the terms, or reloads; until the account is made. */
export const keepTyped = (typed: Typed): void => {
  ;({ password } = typed)
  sessionData.set('registration', JSON.stringify({ email: typed.email, username: typed.username }))
}
export const readTyped = (): Typed | null => {
  const kept = read('registration')
  return kept && { email: text(kept['email']), username: text(kept['username']), password }
}
export const forgetTyped = (): void => {
  password = ''
  sessionData.remove('registration')
}

/** Kept while the code step stands, so that a reload goes on there: the account is made, and its address taken. */
export const keepWaitingCode = (waiting: WaitingCode): void =>
  sessionData.set('registeredEmail', JSON.stringify(waiting))
/** Null as well where an invitation is for another address: then somebody else registers. */
export const readWaitingCode = (invitedEmail: string | null): WaitingCode | null => {
  const kept = read('registeredEmail')
  const email = text(kept?.['email'])
  if (!email || (invitedEmail !== null && invitedEmail.toLowerCase() !== email.toLowerCase())) return null
  const tries = kept?.['wrongTries']
  return { email, wrongTries: typeof tries === 'number' ? tries : 0 }
}
export const forgetWaitingCode = (): void => sessionData.remove('registeredEmail')

import { sessionData } from '#lib/browser-storage.ts'

/** The text typed on /register. The password is kept in memory only, so a reload loses it and nothing else. */
type RegistrationFields = { email: string; username: string; password: string }
/** The address that waits for a code, what asks about its mail, and the number of wrong codes so far. */
export type WaitingCode = { email: string; receipt: string; wrongTries: number }

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

/** Keeps the typed text while a person reads the terms or reloads, until the account is created. */
export const keepTyped = (typed: RegistrationFields): void => {
  ;({ password } = typed)
  sessionData.set('registration', JSON.stringify({ email: typed.email, username: typed.username }))
}
export const readTyped = (): RegistrationFields | null => {
  const kept = read('registration')
  return kept && { email: text(kept['email']), username: text(kept['username']), password }
}
export const forgetTyped = (): void => {
  password = ''
  sessionData.remove('registration')
}

/** Keeps the code step over a reload: the account exists by then, and its address is taken. */
export const keepWaitingCode = (waiting: WaitingCode): void =>
  sessionData.set('registeredEmail', JSON.stringify(waiting))
/** The kept code step. It is null when an invitation is for another address: then somebody else registers. */
export const readWaitingCode = (invitedEmail: string | null): WaitingCode | null => {
  const kept = read('registeredEmail')
  const email = text(kept?.['email'])
  if (!email || (invitedEmail !== null && invitedEmail.toLowerCase() !== email.toLowerCase())) return null
  const tries = kept?.['wrongTries']
  return { email, receipt: text(kept?.['receipt']), wrongTries: typeof tries === 'number' ? tries : 0 }
}
export const forgetWaitingCode = (): void => sessionData.remove('registeredEmail')

/** Every key the app keeps in the browser, in one place. */
export type LocalKey =
  | 'accessToken'
  | 'refreshToken'
  | 'userID'
  | 'redirectAfterLogin'
  /** Grid or list, as the person last chose. */
  | 'cardLayout'
  /** Creator or contributor, as last used in any tab: a new one begins with it. */
  | 'lastUserType'
export type SessionKey =
  | 'loginTime'
  | 'userType'
  | 'username'
  | 'landingPageCache'
  | 'lastUserTypeChange'
  /** Set by the waitlist flow, read by the login form. */
  | 'prefillEmail'
  /** What was typed on /register, without the password, and whose code is waited for there. */
  | 'registration'
  | 'registeredEmail'

type Keeper<K extends string> = {
  get(key: K): string | null
  set(key: K, value: string): void
  remove(...keys: K[]): void
}

/** A storage that a browser may have closed to us: reading then finds nothing and writing is lost, but nothing breaks. */
const keeper = <K extends string>(storage: () => Storage): Keeper<K> => {
  const attempt = <T>(work: (open: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => attempt((open) => open.getItem(key), null),
    set: (key, value) => attempt((open) => open.setItem(key, value), undefined),
    remove: (...keys) => attempt((open) => keys.forEach((key) => open.removeItem(key)), undefined),
  }
}

export const localData = keeper<LocalKey>(() => localStorage)
export const sessionData = keeper<SessionKey>(() => sessionStorage)

/** Forgets what this tab noted about a person, but not their session. */
export const forgetNotes = (): void =>
  sessionData.remove('loginTime', 'userType', 'username', 'landingPageCache', 'lastUserTypeChange')

/** Forgets all that belongs to a signed-in person, except where they wanted to go. */
export const forgetPerson = (): void => {
  localData.remove('accessToken', 'refreshToken', 'userID', 'lastUserType')
  forgetNotes()
}

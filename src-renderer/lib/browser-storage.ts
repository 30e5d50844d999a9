/** Every key that the app keeps in the browser. */
export type LocalKey =
  | 'accessToken'
  | 'refreshToken'
  | 'userID'
  | 'redirectAfterLogin'
  /** The person's last choice between grid and list. */
  | 'cardLayout'
  /** `off` where keys of single letters do nothing. */
  | 'singleKeys'
  /** The people of this device who want to see their first steps no more, by their IDs. */
  | 'hiddenSteps'
  /** What the person opened last, for the palette. */
  | 'recent'
  /** What the person searched the market for last. */
  | 'recentSearches'
  /** What the server could do when it was asked last, with its address. */
  | 'capabilities'
  /** Comments that were not sent yet. */
  | 'commentDrafts'
  /** What the person has begun to hand in for review, by task. */
  | 'submissionDrafts'
  /** What the person has begun to write to projects, by project. */
  | 'applicationDrafts'
  /** The mode (creator or contributor) used last in any tab; a new tab begins with it. */
  | 'lastUserType'
export type SessionKey =
  | 'loginTime'
  | 'userType'
  | 'username'
  | 'landingPageCache'
  | 'lastUserTypeChange'
  /** The address of the waitlist invitation, which the login form fills in. */
  | 'prefillEmail'
  /** The text typed on /register, without the password, and the address that waits for a code there. */
  | 'registration'
  | 'registeredEmail'

type Keeper<K extends string> = {
  get(key: K): string | null
  set(key: K, value: string): void
  remove(...keys: K[]): void
}

/** A storage that works even where the browser blocks it: reading then finds nothing and writing does nothing. */
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

/** Removes what this tab noted about a person, but not their session. */
export const forgetNotes = (): void =>
  sessionData.remove('loginTime', 'userType', 'username', 'landingPageCache', 'lastUserTypeChange')

/** Removes all that belongs to a signed-in person, except the address that they wanted to open. */
export const forgetPerson = (): void => {
  localData.remove('accessToken', 'refreshToken', 'userID', 'lastUserType')
  localData.remove('commentDrafts', 'submissionDrafts', 'applicationDrafts', 'recent', 'recentSearches')
  forgetNotes()
}

import { create } from 'zustand'

/** Every key that the app keeps in the browser. */
export type LocalKey =
  | 'accessToken'
  | 'refreshToken'
  | 'userID'
  | 'redirectAfterLogin'
  /** The place of a new account's wish to which the person was led on this device. */
  | 'usedWish'
  /** The person's last choice between grid and list. */
  | 'cardLayout'
  /** `off` where keys of single letters do nothing. */
  | 'singleKeys'
  /** The people of this device who want to see their first steps no more, by their IDs. */
  | 'hiddenSteps'
  /** Who has read, for which project, that everybody can read offered tasks: IDs. */
  | 'offersExplained'
  /** What the person opened last, for the palette. */
  | 'recent'
  /** What the person searched the market for last. */
  | 'recentSearches'
  /** When any tab changed something last, or heard of a change. */
  | 'changedAt'
  /** What the server could do when it was asked last, with its address. */
  | 'capabilities'
  /** Comments that were not sent yet. */
  | 'commentDrafts'
  /** What the person has begun to hand in for review, by task. */
  | 'submissionDrafts'
  /** What the person has begun to write to projects, by project. */
  | 'applicationDrafts'
  /** The file whose import was begun and not finished, and its key. */
  | 'unfinishedImport'
  /** Whose drafts those are, where their session ended without their doing. */
  | 'draftsOf'
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

type Key = LocalKey | SessionKey
/** What the browser has refused to keep, because it blocks storage or has no room left. It lasts as long as this page. */
const unkept = new Map<Key, string>()
/** The keys of that, for app/Banners.tsx, which tells the person. */
export const useUnkept = create<{ keys: ReadonlySet<Key> }>(() => ({ keys: new Set() }))

const remember = (key: Key, value: string): void => {
  if (!unkept.has(key)) tell()
  unkept.set(key, value)
}
const forget = (key: Key): void => {
  if (unkept.delete(key)) tell()
}
/**
 * Tells it a moment later: components write drafts while they are drawn, when no other one may change. Nobody loses anything by
 * `changedAt`.
 */
const tell = () =>
  queueMicrotask(() => useUnkept.setState({ keys: new Set([...unkept.keys()].filter((key) => key !== 'changedAt')) }))

type Keeper<K extends Key> = {
  get(key: K): string | null
  set(key: K, value: string): void
  /** Sets values that are of use together only: if one is refused, the browser keeps none of them, nor any older one. */
  setTogether(values: Partial<Record<K, string>>): void
  remove(...keys: K[]): void
}

const keeper = <K extends Key>(storage: () => Storage): Keeper<K> => {
  const attempt = <T>(work: (open: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  const isKept = (key: K, value: string): boolean =>
    attempt((open) => {
      open.setItem(key, value)
      return true
    }, false)
  return {
    get: (key) => unkept.get(key) ?? attempt((open) => open.getItem(key), null),
    set: (key, value) => (isKept(key, value) ? forget(key) : remember(key, value)),
    setTogether: (values) => {
      const all = Object.entries(values) as Array<[K, string]>
      if (all.every(([key, value]) => isKept(key, value))) return all.forEach(([key]) => forget(key))
      attempt((open) => all.forEach(([key]) => open.removeItem(key)), undefined)
      for (const [key, value] of all) remember(key, value)
    },
    remove: (...keys) => {
      keys.forEach(forget)
      attempt((open) => keys.forEach((key) => open.removeItem(key)), undefined)
    },
  }
}

export const localData = keeper<LocalKey>(() => localStorage)
export const sessionData = keeper<SessionKey>(() => sessionStorage)

// What another tab could keep, or has removed, is newer than what this one remembers.
addEventListener('storage', ({ key }) => {
  for (const one of [...unkept.keys()]) if (key === null || key === one) forget(one)
})

/** Texts that somebody has begun to write. */
const drafts = ['commentDrafts', 'submissionDrafts', 'applicationDrafts'] as const
// The browser asks before a page is left that alone has such a text.
addEventListener('beforeunload', (event) => {
  if (drafts.some((key) => unkept.has(key))) event.preventDefault()
})

/** Removes what this tab noted about a person, but not their session. */
export const forgetNotes = (): void =>
  sessionData.remove('loginTime', 'userType', 'username', 'landingPageCache', 'lastUserTypeChange')

/** Removes all that belongs to a signed-in person, except the address that they wanted to open, and their drafts where they stay. */
export const forgetPerson = ({ keepsDrafts = false } = {}): void => {
  localData.remove('accessToken', 'refreshToken', 'userID', 'lastUserType', 'recent', 'recentSearches')
  if (!keepsDrafts) localData.remove(...drafts, 'draftsOf')
  forgetNotes()
}

/** Removes kept drafts unless they are this person's, who signs in. */
export const takeDrafts = (userID: string): void => {
  const of = localData.get('draftsOf')
  if (of !== null && of !== userID) localData.remove(...drafts)
  localData.remove('draftsOf')
}

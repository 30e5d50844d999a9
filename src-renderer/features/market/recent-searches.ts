import { fold } from '#shared/contract/fold.ts'
import { localData } from '#lib/browser-storage.ts'

/** How many searches this device remembers. */
export const RECENT_SEARCHES_MAX = 6

/** What was searched for last on this device, the newest first. */
export const recentSearches = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localData.get('recentSearches') ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, RECENT_SEARCHES_MAX) : []
  } catch {
    return []
  }
}

const isPart = (part: string, of: string) => fold(of).startsWith(fold(part))

/** Remembers a search. What somebody has typed on the way to it, or repeated in part, is one search. */
export const noteSearch = (typed: string): void => {
  const q = typed.trim()
  if (!q) return
  const [last, ...older] = recentSearches()
  const others = last === undefined || isPart(last, q) ? older : [last, ...older]
  const all = [q, ...others.filter((one) => one.toLowerCase() !== q.toLowerCase())]
  localData.set('recentSearches', JSON.stringify(all.slice(0, RECENT_SEARCHES_MAX)))
}

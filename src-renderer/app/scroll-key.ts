import type { Location } from 'react-router-dom'

/** The router's key for the first address of every document. */
const FIRST = 'default'
/** Our key for this document's first address. It is kept in the history entry, so that a reload finds it. */
let first = ''

const nameFirst = (): string => {
  const state = (history.state ?? {}) as { scrollKey?: unknown }
  if (typeof state.scrollKey === 'string') return state.scrollKey
  const name = Math.random().toString(36).slice(2)
  history.replaceState({ ...state, scrollKey: name }, '')
  return name
}

/**
 * The key under which an address's scroll position is remembered. The router's own key is the same for the first
 * address of every document, so a page whose address was typed would open as far down as the previous page.
 */
export const scrollKey = ({ key }: Location): string => (key === FIRST ? (first ||= nameFirst()) : key)

/** Gives the document's first address its key. Call it before the app navigates. */
export const startScrollKeys = (): void => {
  const { key } = (history.state ?? {}) as { key?: unknown }
  if (key === undefined) first ||= nameFirst()
}

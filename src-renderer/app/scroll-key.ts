import type { Location } from 'react-router-dom'

/** How the router calls the address that a document was opened with, whichever it is. */
const FIRST = 'default'
/** The name that this document's first address has instead; it is kept with the history entry, so a reload finds it. */
let first = ''

const nameFirst = (): string => {
  const state = (history.state ?? {}) as { scrollKey?: unknown }
  if (typeof state.scrollKey === 'string') return state.scrollKey
  const name = Math.random().toString(36).slice(2)
  history.replaceState({ ...state, scrollKey: name }, '')
  return name
}

/**
 * By what an address's scroll position is remembered. By the router's own keys the first address of every document would be
 * the same one: who scrolled on a page and typed another address would find that one scrolled as far.
 */
export const scrollKey = ({ key }: Location): string => (key === FIRST ? (first ||= nameFirst()) : key)

/** Names the address that the document was opened with. To be called before the app leaves it. */
export const startScrollKeys = (): void => {
  const { key } = (history.state ?? {}) as { key?: unknown }
  if (key === undefined) first ||= nameFirst()
}

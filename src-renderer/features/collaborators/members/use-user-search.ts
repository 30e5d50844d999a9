import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { email, type FoundUser } from '#shared/contract/index.ts'
import { userSearchQuery } from '../data/queries.ts'

export const SEARCH_FROM = 2
/** Milliseconds after the last key before the search is sent. */
const SEARCH_DEBOUNCE_MS = 2000

const isEmail = (text: string) => email.safeParse(text).success
const nobody: readonly FoundUser[] = []

/** Searches people while the viewer types: after a pause, and at once for a full e-mail address or on `searchNow`. */
export const useUserSearch = (projectID: string) => {
  const [text, setText] = useState('')
  const [sent, setSent] = useState('')
  const wanted = text.trim()
  const isLongEnough = wanted.length >= SEARCH_FROM
  const isWaiting = isLongEnough && wanted !== sent
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSent(wanted), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, wanted])
  const { data, isError, isFetching, refetch } = useQuery({ ...userSearchQuery(projectID, sent), enabled: sent !== '' })
  const isAnswered = isLongEnough && wanted === sent && !isFetching
  return {
    text,
    type: (next: string) => {
      setText(next)
      if (next.trim().length < SEARCH_FROM) setSent('')
      else if (isEmail(next.trim())) setSent(next.trim())
    },
    /** Searches at once, and repeats a failed search. */
    searchNow: () => {
      if (isLongEnough && wanted !== sent) setSent(wanted)
      else if (isLongEnough && isError) void refetch()
    },
    isLongEnough,
    isSearching: isLongEnough && wanted === sent && isFetching,
    isAnswered,
    hasFailed: isAnswered && isError,
    /** The full address that was searched without finding anybody. */
    unknownAddress: isAnswered && !isError && data?.length === 0 && isEmail(wanted) ? wanted : null,
    /** The result; empty unless it is for the current text. */
    found: isAnswered && !isError ? (data ?? nobody) : nobody,
  }
}

import { Box } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { isApiError } from '#lib/api.ts'
import { DelayedSkeleton } from '../feedback/DelayedSkeleton.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Pager } from './Pager.tsx'

type PagedResultsProps = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  /** The number of rows on this page; undefined before the first answer. */
  count: number | undefined
  page: number
  totalPages: number
  hrefOf: (page: number) => string
  /** Called when the address names a page after the last one. */
  onBeyondTheEnd: (lastPage: number) => void
  failureTitle: string
  /** The list's shape while it loads. */
  skeleton: ReactNode
  empty: ReactNode
  children: ReactNode
}

/**
 * Moves the focus from the pager to the first result once the chosen page is there and the view is at its top. A result
 * is a link; where links are something else, `data-result` marks the results. Returns the ref of the pager's element,
 * which is after the results, and its press handler.
 */
const useTurnedPage = (page: number, isWaiting: boolean): [RefObject<HTMLDivElement | null>, () => void] => {
  const pager = useRef<HTMLDivElement>(null)
  const isTurned = useRef(false)
  useEffect(() => {
    if (isWaiting || !isTurned.current) return
    isTurned.current = false
    // Anyone who has gone on in the meantime is not called back.
    if (!pager.current?.contains(document.activeElement)) return
    const results = pager.current.previousElementSibling
    const first = results?.querySelector<HTMLElement>('[data-result]') ?? results?.querySelector<HTMLElement>('a[href]')
    first?.focus({ preventScroll: true })
  }, [page, isWaiting])
  return [pager, () => (isTurned.current = true)]
}

/** One page of a list in all its states. When it cannot be read again, the error is above the rows that were there. */
export const PagedResults = ({ query, count, page, totalPages, ...props }: PagedResultsProps) => {
  const { error, isFetching, isPlaceholderData, refetch } = query
  const { onBeyondTheEnd } = props
  const isBeyondTheEnd = !isPlaceholderData && totalPages > 0 && page > totalPages
  const [pager, turn] = useTurnedPage(page, isPlaceholderData)
  useEffect(() => {
    if (isBeyondTheEnd) onBeyondTheEnd(totalPages)
  })
  return (
    <>
      {error && (
        <Box sx={{ mb: 2 }}>
          <ErrorState
            title={props.failureTitle}
            {...(isApiError(error) && error.serverMessage && { text: error.serverMessage })}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Box>
      )}
      {count === undefined && !error && <DelayedSkeleton>{props.skeleton}</DelayedSkeleton>}
      {count === 0 && !isBeyondTheEnd && props.empty}
      {count !== undefined && count > 0 && (
        <>
          {props.children}
          <Box ref={pager} onClick={turn} sx={{ mt: 4 }}>
            <Pager page={page} totalPages={totalPages} hrefOf={props.hrefOf} />
          </Box>
        </>
      )}
    </>
  )
}

import { useState } from 'react'
import { isApiError } from '#lib/api.ts'

/**
 * Whether the viewer's role in a project was asked for before and never read: refused, or without a network. A server that fails says nothing
 * about the role, also while it is asked again.
 */
export const useHadNoRole = (viewer: { data: unknown; error: unknown; errorUpdateCount: number }): boolean => {
  // The error is gone from the query while it is asked again.
  const [last, setLast] = useState<unknown>(null)
  const error = viewer.error ?? last
  if (error !== last) setLast(error)
  const isOurFault = isApiError(error) && error.status >= 500
  return viewer.data === undefined && viewer.errorUpdateCount > 0 && !isOurFault
}

import { useState } from 'react'
import { isApiError } from '#lib/api.ts'

const isOurFault = (error: unknown) => isApiError(error) && error.status >= 500

/**
 * Whether the viewer's role in a project was asked for before and never read: refused, or without a network. A server that fails says nothing
 * about the role, also while it is asked again, and takes back nothing that was known.
 */
export const useHadNoRole = (viewer: { data: unknown; error: unknown; errorUpdateCount: number }): boolean => {
  // The error is gone from the query while it is asked again.
  const [last, setLast] = useState<unknown>(null)
  const isNew = viewer.errorUpdateCount === 0
  const error = isNew ? null : isOurFault(viewer.error) ? (last ?? viewer.error) : (viewer.error ?? last)
  if (error !== last) setLast(error)
  return viewer.data === undefined && !isNew && !isOurFault(error)
}

import { query } from '#data/query.ts'

/**
 * Whether the viewer has applied, and their newest creator application. An administrator may decide it at any time, so
 * it is always read again.
 */
export const creatorApplicationStatusQuery = () => query('creatorApplications.checkStatus', {}, { staleTime: 0 })

import { query } from '../../data/query.ts'

/** Whether the viewer has applied, and their newest application. Decided elsewhere, so always asked for anew. */
export const applicationStatusQuery = () => query('creatorApplications.checkStatus', {}, { staleTime: 0 })

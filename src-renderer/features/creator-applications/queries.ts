import { query } from '../../data/query.ts'

/** Whether the viewer has applied, and their newest application. Decided elsewhere, so always asked for anew. */
export const creatorApplicationStatusQuery = () => query('creatorApplications.checkStatus', {}, { staleTime: 0 })

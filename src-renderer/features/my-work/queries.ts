import { dataOf, query } from '../../data/query.ts'

/** What the viewer has to do and waits for. */
export const workQuery = () => query('work.get', {}, { select: dataOf })

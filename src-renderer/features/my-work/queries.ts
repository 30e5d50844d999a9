import { dataOf, query } from '../../data/query.ts'
import { today } from '../../lib/format.ts'

/** What the viewer has to do and waits for. */
export const workQuery = () => query('work.get', { query: { today: today() } }, { select: dataOf })

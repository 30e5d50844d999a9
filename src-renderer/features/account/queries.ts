import { dataOf, query } from '../../data/query.ts'

/** The viewer's own sessions that go on. */
export const sessionsQuery = () => query('account.sessions', {}, { select: dataOf })

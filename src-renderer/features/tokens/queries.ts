import { dataOf, query } from '../../data/query.ts'

/** The viewer's own access tokens that are not revoked, the newest first. */
export const tokensQuery = () => query('tokens.list', {}, { select: dataOf })

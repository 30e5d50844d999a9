import { dataOf, query } from '#data/query.ts'

/** The viewer's own profile, with what nobody else sees. */
export const ownProfileQuery = () => query('users.profile', {}, { select: dataOf })

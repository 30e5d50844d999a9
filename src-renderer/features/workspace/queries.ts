import { dataOf, query } from '../../data/query.ts'

/** Which mails the viewer wants, and whether the directory shows them. */
export const settingsQuery = () => query('users.settings', {}, { select: dataOf })

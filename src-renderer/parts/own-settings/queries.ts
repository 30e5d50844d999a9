import { dataOf, query } from '#data/query.ts'

/** The viewer's settings: which mails they want, and whether the directory shows them. */
export const settingsQuery = () => query('users.settings', {}, { select: dataOf })

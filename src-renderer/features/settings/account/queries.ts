import { dataOf, query } from '#data/query.ts'

/** Whose account it is: name and address. */
export const ownerQuery = () => query('users.profile', {}, { select: dataOf })

/** Whether the viewer's two-step sign-in is on. */
export const twoStepQuery = () => query('twoStep.state', {}, { select: dataOf })

/** The viewer's own sessions that go on. */
export const sessionsQuery = () => query('account.sessions', {}, { select: dataOf })

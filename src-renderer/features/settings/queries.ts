import { dataOf, query } from '../../data/query.ts'

/** How the viewer wants to be told of what happens. */
export const notificationSettingsQuery = () => query('notifications.settings', {}, { select: dataOf })

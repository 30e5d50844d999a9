import { dataOf, query } from '#data/query.ts'

/** How the viewer wants to be notified of what happens. */
export const notificationSettingsQuery = () => query('notifications.settings', {}, { select: dataOf })

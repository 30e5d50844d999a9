import { dataOf, query } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'

/** Whether the viewer has an address of a calendar. */
export const calendarQuery = () => query('calendar.get', {}, { select: dataOf })

/** Makes an address; only this answer has it. */
export const useMakeCalendar = () =>
  useCall('calendar.make', { input: (hideTitles: boolean) => ({ body: { hideTitles } }), isReloadAwaited: true })
export const useHideTitles = () =>
  useCall('calendar.change', { input: (hideTitles: boolean) => ({ body: { hideTitles } }), isReloadAwaited: true })
export const useRevokeCalendar = () => useCall('calendar.revoke', { input: (_: null) => ({}), isReloadAwaited: true })

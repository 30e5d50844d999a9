import { useQueryClient } from '@tanstack/react-query'
import type { NotificationSettings } from '#shared/contract/notifications.ts'
import { useCall } from '#data/use-call.ts'
import { notificationSettingsQuery } from './queries.ts'

/** Saves how the viewer wants to be notified. */
export const useSaveNotificationSettings = () => {
  const client = useQueryClient()
  return useCall('notifications.changeSettings', {
    input: (body: NotificationSettings) => ({ body }),
    onSuccess: (answer) => void client.setQueryData(notificationSettingsQuery().queryKey, answer),
    refetch: 'none',
  })
}

/** Ends the mail of one group, for the person whom the token of a mail's link names. */
export const useUnsubscribe = () =>
  useCall('notifications.unsubscribe', { input: (token: string) => ({ body: { token } }) })

import { useCapability } from '#data/capabilities.ts'
import { DesktopNotices } from './DesktopNotices.tsx'
import { NotificationGroups } from './NotificationGroups.tsx'
import { NotificationPreferences } from '#parts/own-settings/AccountSettings.tsx'

/** How the viewer is notified of what happens; a server without an inbox has the switches of its mails alone. */
export const NotificationsSection = () => {
  const hasInbox = useCapability('inbox', true)
  return (
    <>
      {hasInbox && <NotificationGroups />}
      {hasInbox && <DesktopNotices />}
      <NotificationPreferences title="Immediate emails" level={2} />
    </>
  )
}

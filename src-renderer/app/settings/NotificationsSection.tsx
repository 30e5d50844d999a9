import { useCapability } from '#data/capabilities.ts'
import { DesktopNotices } from '#features/settings/DesktopNotices.tsx'
import { NotificationGroups } from '#features/settings/NotificationGroups.tsx'
import { NotificationPreferences } from '#features/workspace/AccountSettings.tsx'

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

import Box from '@mui/material/Box'
import { useCapability } from '../data/capabilities.ts'
import { DesktopNotices } from '../features/settings/DesktopNotices.tsx'
import { NotificationGroups } from '../features/settings/NotificationGroups.tsx'
import { NotificationPreferences } from '../features/workspace/AccountSettings.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'

/** How the viewer is told of what happens; a server without an inbox has the switches of its mails alone. */
export const NotificationSettingsPage = () => {
  const hasInbox = useCapability('inbox', true)
  return (
    <PageFrame heading="Notifications">
      <Box sx={{ display: 'grid', gap: 3, mt: 3, maxWidth: 880, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {hasInbox && <NotificationGroups />}
        {hasInbox && <DesktopNotices />}
        <NotificationPreferences title="Mails that leave at once" level={2} />
      </Box>
    </PageFrame>
  )
}

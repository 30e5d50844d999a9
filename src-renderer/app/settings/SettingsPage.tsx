import { Box } from '@mui/material'
import { Outlet, useMatch } from 'react-router-dom'
import { settingsSections } from '#shared/rules/addresses.ts'
import { useCapabilities } from '#data/capabilities.ts'
import { pages } from '#lib/paths.ts'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { sectionsAt } from './sections.ts'
import { SettingsNav, settingsSectionLabel } from './SettingsNav.tsx'

/** /settings/:section: the frame around the sections of the viewer's own settings. */
export const SettingsPage = () => {
  const asked = useMatch(pages.settingsSection.at)?.params.section
  const active = settingsSections.find((name) => name === asked)
  const sections = sectionsAt(useCapabilities())
  return (
    <PageFrame heading="Settings" title={[...(active ? [settingsSectionLabel(active)] : []), 'Settings'].join(' · ')}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '208px minmax(0, 880px)' },
          alignItems: 'start',
          columnGap: 5,
          rowGap: 2,
          mt: { xs: 2, md: 4 },
        }}
      >
        <SettingsNav sections={sections} active={active} />
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Outlet />
        </Box>
      </Box>
    </PageFrame>
  )
}

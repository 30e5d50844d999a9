import type { ComponentType } from 'react'
import type { Capability } from '#shared/contract/index.ts'
import { type SettingsSection, settingsSections } from '#shared/rules/addresses.ts'

type FilledSection = {
  name: SettingsSection
  /** What the server must be able to do for the section to be shown. */
  needs?: Capability
  load: () => Promise<ComponentType>
}

/** The sections of the viewer's settings that have something in them. Each one's code is loaded apart. */
export const filledSections: readonly FilledSection[] = [
  {
    name: 'profile',
    needs: 'profile',
    load: async () => (await import('#features/settings/profile/OwnProfile.tsx')).OwnProfile,
  },
  {
    name: 'account',
    needs: 'account',
    load: async () => (await import('#features/settings/account/AccountSection.tsx')).AccountSection,
  },
  {
    name: 'payout',
    needs: 'payouts',
    load: async () => (await import('#features/settings/payout/PayoutSection.tsx')).PayoutSection,
  },
  {
    name: 'notifications',
    load: async () => (await import('#features/settings/notices/NotificationsSection.tsx')).NotificationsSection,
  },
  {
    name: 'calendar',
    needs: 'calendar',
    load: async () => (await import('#features/settings/calendar/CalendarSection.tsx')).CalendarSection,
  },
  {
    name: 'privacy',
    load: async () => (await import('#features/settings/privacy/PrivacySection.tsx')).PrivacySection,
  },
  {
    name: 'tokens',
    needs: 'tokens',
    load: async () => (await import('#features/settings/tokens/TokensSection.tsx')).TokensSection,
  },
  {
    name: 'appearance',
    load: async () => (await import('./AppearanceSection.tsx')).AppearanceSection,
  },
]

/** The sections that a server with these capabilities has, in their order. */
export const sectionsAt = (capabilities: readonly string[]): readonly SettingsSection[] => {
  const there = filledSections.filter(({ needs }) => needs === undefined || capabilities.includes(needs))
  return settingsSections.filter((section) => there.some(({ name }) => name === section))
}

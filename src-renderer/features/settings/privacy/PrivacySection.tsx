import { PrivacySettings } from '#parts/own-settings/AccountSettings.tsx'

/** Who finds the viewer; the same card as in a project's settings. */
export const PrivacySection = () => <PrivacySettings level={2} />

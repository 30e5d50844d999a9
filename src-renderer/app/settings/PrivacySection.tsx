import { PrivacySettings } from '#features/workspace/AccountSettings.tsx'

/** Who finds the viewer; the same card as in a project's settings. */
export const PrivacySection = () => <PrivacySettings level={2} />

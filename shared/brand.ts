/** The product's names. No other file spells them out. */
export const brand = {
  /** What people read: window titles, mails, pages. */
  name: 'Guildhall',
  tagline: 'Work worth doing, with people worth knowing.',
  cli: 'guildhall',
  server: 'guildhall-server',
  /** Scheme of the desktop app's deep links, without "://". */
  deepLinkScheme: 'guildhall',
  /** How every access token begins, so that scanners for leaked ones can tell. */
  tokenPrefix: 'ghd_',
  appId: 'app.guildhall.desktop',
} as const

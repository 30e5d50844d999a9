/** The accounts of the demo world: the server creates them, and the login screen offers them while demo mode is on. */
export const demoPassword = 'guildhall-demo'
export const demoAccounts = [
  { email: 'creator@guildhall.test', username: 'creator', label: 'Creator' },
  { email: 'contributor@guildhall.test', username: 'contributor', label: 'Contributor' },
  { email: 'admin@guildhall.test', username: 'admin', label: 'Administrator' },
] as const

/** Only people of the demo world have e-mail addresses here; nobody can own a domain that ends in .test. */
export const DEMO_DOMAIN = 'guildhall.test'

/** Whether an e-mail address belongs to the demo world, whose password is public. */
export const isDemoAddress = (email: string): boolean => email.trim().toLowerCase().endsWith(`@${DEMO_DOMAIN}`)

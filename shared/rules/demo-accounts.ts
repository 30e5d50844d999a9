/** The accounts of the demo world: the server makes them, the login screen offers them while demo mode is on. */
export const demoPassword = 'guildhall-demo'
export const demoAccounts = [
  { email: 'creator@guildhall.test', username: 'creator', label: 'Creator' },
  { email: 'contributor@guildhall.test', username: 'contributor', label: 'Contributor' },
  { email: 'admin@guildhall.test', username: 'admin', label: 'Administrator' },
] as const

/** All people of the demo world have their address here, and nobody else: .test is nobody's domain. */
export const DEMO_DOMAIN = 'guildhall.test'

/** Whether an account of that address belongs to the demo world, whose password is published. */
export const isDemoAddress = (email: string): boolean => email.trim().toLowerCase().endsWith(`@${DEMO_DOMAIN}`)

/** The accounts of the demo world: the server makes them, the login screen offers them while demo mode is on. */
export const demoPassword = 'guildhall-demo'
export const demoAccounts = [
  { email: 'creator@guildhall.test', username: 'creator', label: 'Creator' },
  { email: 'contributor@guildhall.test', username: 'contributor', label: 'Contributor' },
  { email: 'admin@guildhall.test', username: 'admin', label: 'Administrator' },
] as const

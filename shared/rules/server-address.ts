/** Whether an address leads to this computer itself: what is said to it cannot be overheard on the way. */
const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
  ['[::1]', '::1'].includes(hostname)

/** Whether passwords and tokens sent to a URL can be read on the way: plain HTTP to another computer. */
export const isOverheard = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol !== 'https:' && !isLoopbackHost(hostname)

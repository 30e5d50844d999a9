/** Whether a host name means this computer itself, so that nobody can overhear what is sent to it. */
const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
  ['[::1]', '::1'].includes(hostname)

/** Whether others can read passwords and tokens that are sent to a URL: plain HTTP to another computer. */
export const isUnencrypted = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol !== 'https:' && !isLoopbackHost(hostname)

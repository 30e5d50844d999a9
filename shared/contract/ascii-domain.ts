/** All programs have it; this project's own types have neither a browser nor Node. */
declare const URL: new (text: string) => { hostname: string }

/** An address as mail servers know it: a domain of other letters, such as exämple.org, in its ASCII form. */
export const withAsciiDomain = (address: string): string => {
  const [, local, domain] = /^(\S+)@([^@\s]*[^\p{ASCII}][^@\s]*)$/u.exec(address) ?? []
  if (local === undefined || domain === undefined || /[/?#:\\]/.test(domain)) return address
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

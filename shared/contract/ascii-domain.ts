/** All programs have it; this project's own types have neither a browser nor Node. */
declare const URL: new (text: string) => { hostname: string }

/** Longer than any address. What is longer stays as it is: the pattern takes the square of its length. */
const LONGEST = 1_000

/** An address as mail servers know it: a domain of other letters, such as exämple.org, in its ASCII form. */
export const withAsciiDomain = (address: string): string => {
  if (address.length > LONGEST) return address
  const [, local, domain] = /^(\S+)@([^@\s]*[^\p{ASCII}][^@\s]*)$/u.exec(address) ?? []
  if (local === undefined || domain === undefined || /[/?#:\\]/.test(domain)) return address
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

/**
 * Masks an address so that its owner recognises it and nobody else can use it: 'jane@mail.example.org' becomes
 * 'j***@m***.org'.
 */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const dot = domain.lastIndexOf('.')
  return `${firstOf(local)}***@${firstOf(domain)}***${dot > 0 ? domain.slice(dot) : ''}`
}
// The first character, which may have more than one UTF-16 unit.
const firstOf = (text: string): string => [...text][0] ?? ''

/** An address that its owner recognises and nobody else can use: 'jane@mail.example.org' reads 'j***@m***.org'. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const dot = domain.lastIndexOf('.')
  return `${firstOf(local)}***@${firstOf(domain)}***${dot > 0 ? domain.slice(dot) : ''}`
}
// A character, not a UTF-16 unit.
const firstOf = (text: string): string => [...text][0] ?? ''

import { brand } from '../brand.ts'

/** Whose password it is to be; a screen may not know all of it. */
export type PasswordOwner = { email?: string | undefined; username?: string | undefined }

/**
 * A password as it is counted, compared and hashed. Keyboards send the same text as different characters (é as one or
 * two, wide digits, other blanks), and NFKC makes them one (NIST SP 800-63B).
 */
export const normalPassword = (typed: string): string => typed.normalize('NFKC')

/** Keeps only letters and digits, in lower case, so that 'Ada.Lovelace' and 'adalovelace' are equal. */
const coreOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Cuts off the digits that people add to a word to make it look like a password. */
const withoutTail = (core: string): string => core.replace(/\p{N}{1,4}$/u, '')

const tooShort = (min: number): string => `Password must be at least ${min} characters long.`

type Rules = {
  /** The least length on this server. */
  min: number
  owner: PasswordOwner
  /** The commonest passwords, in lower case; undefined where they are not at hand. */
  common?: ReadonlySet<string> | undefined
}

/**
 * Why a new password is refused, as a sentence for its field, or null. Refused are an attacker's first tries: the
 * commonest passwords, the person's own address or name, and ours. Names must match as a whole, but letter case, other
 * signs in between and up to four digits at the end make no difference.
 */
export const passwordRefusal = (typed: string, { min, owner, common }: Rules): string | null => {
  const password = normalPassword(typed)
  if (password.length < min) return tooShort(min)
  if (common?.has(password.toLowerCase()))
    return 'This password is one of the first that anybody would try. Please choose another one.'
  const { email = '', username = '' } = owner
  const names = [email, email.split('@')[0] ?? '', username, brand.name].map(coreOf).filter((name) => name !== '')
  const core = coreOf(password)
  return names.includes(core) || names.includes(withoutTail(core))
    ? `Don’t use your name, your address or “${brand.name}” as the password.`
    : null
}

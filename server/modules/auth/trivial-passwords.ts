import { brotliDecompressSync } from 'node:zlib'
import { brand } from '../../../shared/brand.ts'
import { invalid } from '../../http/errors.ts'
import { packedPasswords } from './common-passwords.generated.ts'

/** The list is unpacked at the first use, since few processes ever need it. */
let common: ReadonlySet<string> | undefined
const commonPasswords = (): ReadonlySet<string> =>
  (common ??= new Set(brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString('utf8').split('\n')))

/** Keeps only letters and digits, in lower case, so that 'Ada.Lovelace' and 'adalovelace' are equal. */
const coreOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Cuts off the digits that people add to a word to make it look like a password. */
const withoutTail = (core: string): string => core.replace(/\p{N}{1,4}$/u, '')

type Owner = { email: string; username?: string }

/**
 * Refuses a password that an attacker would try first: the 10,000 commonest, the person's own address or name, and
 * ours. Another letter case, other signs in between and up to four digits at the end make no difference. Errors: 422
 * with the sentence for the field.
 */
export const requireUncommon = (password: string, { email, username = '' }: Owner, field = 'password'): void => {
  if (commonPasswords().has(password.toLowerCase()))
    throw invalid(field, 'This password is one of the first that anybody would try. Please choose another one.')
  const names = [email, email.split('@')[0] ?? '', username, brand.name].map(coreOf).filter((name) => name !== '')
  const core = coreOf(password)
  if (names.includes(core) || names.includes(withoutTail(core)))
    throw invalid(field, 'Your address or name is too easy to guess. Please choose another password.')
}

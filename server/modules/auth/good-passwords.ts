import { commonPasswordLines } from '#shared/rules/common-passwords.generated.ts'
import { type PasswordOwner, passwordRefusal } from '#shared/rules/password.ts'
import type { Config } from '#server/settings/config.ts'
import { invalid } from '#server/http/errors.ts'

/** The list is split at the first use, since few processes ever need it. */
let lines: ReadonlySet<string> | undefined
const common = (): ReadonlySet<string> => (lines ??= new Set(commonPasswordLines.split('\n')))

/**
 * Refuses a new password that is shorter than the server's setting wants, or that an attacker would try first. Errors: 422 with the
 * sentence for the field.
 */
export const requireGoodPassword = (
  { passwordMin }: Pick<Config, 'passwordMin'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): void => {
  const refusal = passwordRefusal(password, { min: passwordMin, owner, common: common() })
  if (refusal !== null) throw invalid(field, refusal)
}

/**
 * Names the account of a password for password managers, in a form without a field for the address. Otherwise they
 * guess, and may save a changed password for another account. It is not visible.
 */
export const AccountInForm = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
)

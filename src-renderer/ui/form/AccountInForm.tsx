/**
 * Tells password managers whose password a form asks for, where the form has no field for the address: without it they guess, and may
 * keep a changed password for another account. People do not see it.
 */
export const AccountInForm = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
)

import { useQuery } from '@tanstack/react-query'
import { dataOf, query } from '../data/query.ts'
import { AccountInForm } from '../ui/form/AccountInForm.tsx'

/** Tells password managers that a form asks for the viewer's own password. */
export const OwnAccount = () => (
  <AccountInForm email={useQuery(query('users.profile', {}, { select: dataOf })).data?.email ?? ''} />
)

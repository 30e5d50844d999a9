import { useQuery } from '@tanstack/react-query'
import { useCapability } from './capabilities.ts'
import { dataOf, query } from './query.ts'

/** What servers want that do not say, and what ours wants unless a setting says more. */
const LEAST = 6

const passwordRulesQuery = () =>
  query('account.passwordRules', {}, { select: dataOf, staleTime: Number.POSITIVE_INFINITY })

/** The least length of a new password on this server. */
export const usePasswordMin = (): number => {
  const isThere = useCapability('account', true)
  const { data } = useQuery({ ...passwordRulesQuery(), enabled: isThere })
  return data?.min ?? LEAST
}

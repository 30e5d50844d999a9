import { useQuery } from '@tanstack/react-query'
import { query } from '#data/query.ts'
import { NewTokenCard } from './NewTokenCard.tsx'
import { TokensCard } from './TokensCard.tsx'

/** The access tokens that the viewer has made for programs. */
export const TokensSection = () => {
  const { data } = useQuery(query('users.adminAccess', {}))
  return (
    <>
      <NewTokenCard isAdministrator={data?.data === true} />
      <TokensCard />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { paths } from '#lib/paths.ts'
import { unusedWish, wantedAddress } from '#lib/wish.ts'
import { MovingOn } from './MovingOn.tsx'

/** Milliseconds for which the message is shown: enough to read it, too short to wait for it. */
const SHOWN_MS = 1500

/** Who came for something goes on to it by the landing choice; everybody else to the landing page. */
const useNextPlace = (): string => {
  const hasProfile = useCapability('profile', true)
  const { data, isLoading } = useQuery(
    query('users.profile', {}, { select: dataOf, enabled: hasProfile, retry: false }),
  )
  // On a slow line the landing choice waits for what is not known here yet.
  return wantedAddress() !== null || isLoading || unusedWish(data?.wish) !== null ? paths.dashboard() : paths.landing()
}

/** The last screen of registration: it says that the address is verified, then goes on. */
export const EmailVerified = () => (
  <MovingOn
    title="Email Verified"
    text="Your account is ready, and you are signed in."
    to={useNextPlace()}
    buttonLabel="Continue"
    afterMs={SHOWN_MS}
  />
)

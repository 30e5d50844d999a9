import { paths } from '#lib/paths.ts'
import { MovingOn } from './MovingOn.tsx'

/** Milliseconds for which the message is shown: enough to read it, too short to wait for it. */
const SHOWN_MS = 1500

/** The last screen of registration: it says that the address is verified, then goes to the landing page. */
export const EmailVerified = () => (
  <MovingOn
    title="Email Verified"
    text="Your account is ready, and you are signed in."
    to={paths.landing()}
    buttonLabel="Continue"
    afterMs={SHOWN_MS}
  />
)

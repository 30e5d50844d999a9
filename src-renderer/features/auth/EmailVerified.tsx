import { paths } from '../../lib/paths.ts'
import { MovingOn } from './MovingOn.tsx'

/** Long enough to be read, short enough not to be waited for. */
const SHOWN_MS = 1500

/** The end of registration: signed in, and on to the landing page. */
export const EmailVerified = () => (
  <MovingOn
    title="Email Verified"
    text="Your account is ready, and you are signed in."
    to={paths.landing()}
    buttonLabel="Continue"
    afterMs={SHOWN_MS}
  />
)

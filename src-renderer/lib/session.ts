import { create } from 'zustand'
import type { SessionEvent } from '#shared/api-client/index.ts'
import { platform } from '#platform'
import { api, prepareApi } from './api.ts'
import { forgetNotes, forgetPerson, localData, takeDrafts } from './browser-storage.ts'
import { dropQuestion } from './confirm.ts'
import { navigateTo } from './navigation.ts'
import { paths } from './paths.ts'
import { queryClient } from './query-client.ts'
import { toast } from './toast.ts'
import { resetUserType } from './user-type.ts'

type SignedOut = Extract<SessionEvent, { type: 'signedOut' }>
export type Session = { userID: string | null }

/** The signed-in user. Tokens are not here: the platform keeps them. */
export const useSession = create<Session>(() => ({ userID: null }))

/**
 * A visitor's answers are removed when a person signs in, and the reverse; the platform's answers are the same for both
 * and stay.
 */
useSession.subscribe(({ userID }, before) => {
  if (userID === null || before.userID !== null) return
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !String(name).startsWith('platform.') })
})

/** Drafts stay for a person whose session ended without their doing; the tab that ended it has decided that for the others. */
const forget = ({ reason, isElsewhere }: SignedOut) => {
  dropQuestion()
  const { userID } = useSession.getState()
  const hasEnded = reason === 'expired' && userID !== null
  if (hasEnded) localData.set('draftsOf', userID)
  forgetPerson({ keepsDrafts: hasEnded || isElsewhere === true })
  resetUserType()
  queryClient.clear()
  useSession.setState({ userID: null })
}

/** Sets the signed-in user; when it was another person before, all of their data is removed first. */
const become = (userID: string) => {
  const before = useSession.getState().userID
  if (before !== null && before !== userID) {
    forgetNotes()
    resetUserType()
    queryClient.clear()
  }
  takeDrafts(userID)
  useSession.setState({ userID })
}

const sayEnding = () => void toast('Your session has ended. Please log in again.', 'info')

/** Reads the kept session and listens to its changes from now on. Called once, before the first render. */
export const startSession = async (): Promise<void> => {
  platform.session.subscribe((event) => {
    if (event.type === 'signedIn') become(event.userID)
    if (event.type === 'ending') sayEnding()
    if (event.type !== 'signedOut') return
    const wanted = location.pathname + location.search + location.hash
    forget(event)
    if (event.reason === 'logout') return navigateTo(paths.landing(), { replace: true })
    localData.set('redirectAfterLogin', wanted)
    navigateTo(paths.login(), { replace: true })
  })
  const { userID, isEnding } = await platform.session.current()
  useSession.setState({ userID })
  if (isEnding) sayEnding()
  if (useSession.getState().userID !== null) prepareApi()
}

/** Ends the session here at once, and tries to tell the server. */
export const logout = async (): Promise<void> => {
  localData.remove('redirectAfterLogin')
  // The session is forgotten here before the call leaves, so a server that is gone changes nothing.
  await api.auth.logout({ body: { refreshToken: '' } }).catch(() => undefined)
}

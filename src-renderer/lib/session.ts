import { create } from 'zustand'
import { platform } from '#platform'
import { api, prepareApi } from './api.ts'
import { forgetNotes, forgetPerson, localData } from './browser-storage.ts'
import { dropQuestion } from './confirm.ts'
import { navigateTo } from './navigation.ts'
import { paths } from './paths.ts'
import { queryClient } from './query-client.ts'
import { toast } from './toast.ts'
import { resetUserType } from './user-type.ts'

export type Session = { userID: string | null }

/** Who is signed in. Tokens are not here: the platform keeps them. */
export const useSession = create<Session>(() => ({ userID: null }))

/** What a visitor was answered is not what the person who signs in is; what the platform says is the same for both. */
useSession.subscribe(({ userID }, before) => {
  if (userID === null || before.userID !== null) return
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => !String(name).startsWith('platform.') })
})

const forget = () => {
  dropQuestion()
  forgetPerson()
  resetUserType()
  queryClient.clear()
  useSession.setState({ userID: null })
}

/** Somebody is signed in; where it was another person a moment ago, nothing of theirs is shown to this one. */
const become = (userID: string) => {
  const before = useSession.getState().userID
  if (before !== null && before !== userID) {
    forgetNotes()
    resetUserType()
    queryClient.clear()
  }
  useSession.setState({ userID })
}

/** Reads the kept session and follows it from now on. Called once, before the first render. */
export const startSession = async (): Promise<void> => {
  platform.session.subscribe((event) => {
    if (event.type === 'signedIn') become(event.userID)
    if (event.type === 'ending') toast('Your session has ended. Please log in again.', 'info')
    if (event.type !== 'signedOut') return
    const wanted = location.pathname + location.search + location.hash
    forget()
    if (event.reason === 'logout') return navigateTo(paths.landing(), { replace: true })
    localData.set('redirectAfterLogin', wanted)
    navigateTo(paths.login(), { replace: true })
  })
  useSession.setState(await platform.session.current())
  if (useSession.getState().userID !== null) prepareApi()
}

/** Ends the session here at once; the server is told as well as it can be. */
export const logout = async (): Promise<void> => {
  localData.remove('redirectAfterLogin')
  // This device has forgotten the session before the call leaves, so a server that is gone changes nothing.
  await api.auth.logout({ body: { refreshToken: '' } }).catch(() => undefined)
}

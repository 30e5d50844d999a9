import { Suspense } from 'react'
import { useCapability } from '#data/capabilities.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { useSession } from '#lib/session.ts'

const Commands = lazyPart(async () => (await import('./Commands.tsx')).Commands)

/** The commands and their keys, for who is signed in at a server that can do something for them. */
export const CommandsWhereListed = () => {
  const isSignedIn = useSession(({ userID }) => userID !== null)
  const hasSearch = useCapability('search', isSignedIn)
  const hasInbox = useCapability('inbox', isSignedIn)
  const hasUndo = useCapability('tasks2', isSignedIn)
  return hasSearch || hasInbox || hasUndo ? (
    <Suspense fallback={null}>
      <Commands />
    </Suspense>
  ) : null
}

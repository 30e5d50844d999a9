import { cleanup } from '@testing-library/react'
import { forgetTries } from '../../src-renderer/features/collaborators/payment-mutations.ts'
import { forgetUploads } from '../../src-renderer/features/files/upload-queue.ts'
import { forgetActs } from '../../src-renderer/data/undo-log.ts'
import { dropQuestion } from '../../src-renderer/lib/confirm.ts'
import { useConnection } from '../../src-renderer/lib/connection.ts'
import { forgetNextHeading } from '../../src-renderer/lib/focus-heading.ts'
import { queryClient } from '../../src-renderer/lib/query-client.ts'
import { useSession } from '../../src-renderer/lib/session.ts'
import { useToasts } from '../../src-renderer/lib/toast.ts'
import { forgetLanded } from '../../src-renderer/ui/landed.ts'
import { resetUserType } from '../../src-renderer/lib/user-type.ts'
import { host } from './fake-platform.ts'

/**
 * Cleans up between tests of screens, so that they can run in any order: nothing is shown, nobody is signed in, and no module
 * keeps a toast, a question, an upload, an unanswered payment, an act to undo, the frame of a dropped card or the wish to focus a
 * heading.
 */
export const clearScreen = (): void => {
  cleanup()
  queryClient.clear()
  host.reset()
  localStorage.clear()
  sessionStorage.clear()
  dropQuestion()
  forgetUploads()
  forgetTries()
  forgetActs()
  forgetLanded()
  forgetNextHeading()
  resetUserType()
  useSession.setState({ userID: null })
  useConnection.setState({ isServerReachable: true })
  useToasts.setState({ toasts: [] })
}

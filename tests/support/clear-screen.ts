import { cleanup } from '@testing-library/react'
import { forgetTries } from '#features/collaborators/payments/payment-mutations.ts'
import { forgetUploads } from '#features/files/upload-queue.ts'
import { forgetActs } from '#data/undo-log.ts'
import { dropQuestion } from '#lib/confirm.ts'
import { useConnection } from '#lib/connection.ts'
import { forgetNextHeading } from '#lib/focus-heading.ts'
import { queryClient } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import { useToasts } from '#lib/toast.ts'
import { forgetLanded } from '#ui/board/landed.ts'
import { resetUserType } from '#lib/user-type.ts'
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

import { useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker } from 'react-router-dom'
import { confirm, dropQuestion } from './confirm.ts'
import { useSession } from './session.ts'

/** Asks whether unsaved changes may be thrown away; true when they may. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard your changes?',
    text: 'What you typed has not been saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    isDangerous: true,
  })

/** The number of forms on the screen with unsaved changes. */
let unsavedForms = 0

/** Asks before something that closes every form, such as the end of the session, if one of them has unsaved changes. */
export const mayDiscardAll = (): Promise<boolean> => (unsavedForms > 0 ? confirmDiscard() : Promise.resolve(true))

type Move = (from: Location, to: Location) => boolean
const leavesPage: Move = (from, to) => from.pathname !== to.pathname

/**
 * Asks before the page is left with unsaved changes: by our dialog within the app, else by the browser's. A form of a
 * signed-in person does not ask once their session is over, because nothing could be saved. A form in a dialog with its
 * own address passes `isLeaving`, which says which moves leave the dialog, and `ask`, its own question; it passes
 * `isAsked` when other reasons than unsaved changes make it ask.
 */
export const useUnsavedChanges = (
  isDirty: boolean,
  isLeaving: Move = leavesPage,
  ask: () => Promise<boolean> = confirmDiscard,
  isAsked = isDirty,
): void => {
  const askNow = useEffectEvent(ask)
  const [cameSignedIn] = useState(() => useSession.getState().userID !== null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isSignedOut = cameSignedIn && useSession.getState().userID === null
    return isAsked && !isSignedOut && isLeaving(currentLocation, nextLocation)
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isCurrent = true
    void askNow().then((isSure) => {
      if (isCurrent) (isSure ? blocker.proceed : blocker.reset)()
    })
    return () => {
      // Another move is asked about now (back was pressed twice), or the form is gone: the answer to this question is
      // ignored.
      isCurrent = false
      dropQuestion()
    }
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    unsavedForms += 1
    return () => {
      removeEventListener('beforeunload', ask)
      unsavedForms -= 1
    }
  }, [isDirty])
}

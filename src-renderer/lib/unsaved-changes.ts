import { useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker } from 'react-router-dom'
import { confirm, dropQuestion } from './confirm.ts'
import { useSession } from './session.ts'

/** Asks whether what was typed may be thrown away; true when it may. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard your changes?',
    text: 'What you typed has not been saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    isDangerous: true,
  })

/** Forms on the screen that hold something unsaved. */
let unsavedForms = 0

/** Before something ends that takes every form along, such as the session: asks when one of them would lose something. */
export const mayDiscardAll = (): Promise<boolean> => (unsavedForms > 0 ? confirmDiscard() : Promise.resolve(true))

type Move = (from: Location, to: Location) => boolean
const leavesPage: Move = (from, to) => from.pathname !== to.pathname

/**
 * While there are unsaved changes, leaving the page asks first: in the app by our dialog, else by the browser's. A form of
 * a signed-in person lets go when their session is over: staying would save nothing. A form in a dialog with an address of
 * its own says by `isLeaving` what leaves it, and by `ask` what is asked; `isAsked` where more than unsaved changes is
 * reason enough.
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
      // Another step is asked about now (back was pressed twice), or the form is gone: this question leads nowhere.
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

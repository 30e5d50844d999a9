import { useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker, useLocation } from 'react-router-dom'
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

/** What a form wants asked now: before which moves, and by which question. */
type Wish = { isLeaving: Move; ask: () => Promise<boolean> }
/** The forms on the screen that want to be asked about. */
const asking = new Set<() => Wish>()

/** The questions that a move raises: each once, also where several forms would ask the same. */
const questionsOf = (from: Location, to: Location): Array<Wish['ask']> => {
  const leaving = [...asking].map((wish) => wish()).filter(({ isLeaving }) => isLeaving(from, to))
  return [...new Set(leaving.map(({ ask }) => ask))]
}

/**
 * Holds navigation within the app for forms with unsaved changes until the person has answered. The router's root uses
 * it once: React Router asks only one blocker, so one per form would switch off the others.
 */
export const useLeaveGuard = (): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => questionsOf(currentLocation, nextLocation).length > 0,
  )
  const from = useLocation()
  const questionsAbout = useEffectEvent((to: Location) => questionsOf(from, to))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isCurrent = true
    const askAll = async () => {
      for (const ask of questionsAbout(blocker.location)) if (isCurrent && !(await ask())) return false
      return true
    }
    void askAll().then((isSure) => {
      if (isCurrent) (isSure ? blocker.proceed : blocker.reset)()
    })
    return () => {
      // Another move is asked about now (back was pressed twice), or was made: the answer to this question is ignored.
      isCurrent = false
      dropQuestion()
    }
  }, [blocker])
}

/**
 * Asks before the page is left with unsaved changes: with our dialog within the app, otherwise with the browser's. A
 * signed-in person's form does not ask after their session has ended, because nothing could be saved. A form in a
 * dialog with its own address passes `isLeaving`, which says which moves leave the dialog, `ask`, its own question, and
 * `isAsked` when it has other reasons to ask.
 */
export const useUnsavedChanges = (
  isDirty: boolean,
  isLeaving: Move = leavesPage,
  ask: () => Promise<boolean> = confirmDiscard,
  isAsked = isDirty,
): void => {
  const wish = useEffectEvent((): Wish => ({ isLeaving, ask }))
  const [cameSignedIn] = useState(() => useSession.getState().userID !== null)
  useEffect(() => {
    if (!isAsked) return
    const own = (): Wish =>
      cameSignedIn && useSession.getState().userID === null ? { ...wish(), isLeaving: () => false } : wish()
    asking.add(own)
    return () => void asking.delete(own)
  }, [isAsked, cameSignedIn])
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

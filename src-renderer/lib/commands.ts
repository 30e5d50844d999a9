import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import type { CommandID } from '#shared/rules/commands.ts'
import { localData } from './browser-storage.ts'
import { toast } from './toast.ts'

/** What a command does right now, where a screen offers it. */
export type Act = {
  run: () => void
  /** The reason why it may not be done, in the words of the disabled control; null when it may. */
  whyNot?: string | null
  /** The dialog over the screen is the open task that the act is about, so that the act is not one of the screen behind. */
  isInDialog?: boolean
  /** What can be chosen with it, which the palette offers by itself. */
  choices?: ReadonlyArray<ActChoice>
}
/** One thing to choose; `label` says all of it. */
type ActChoice = { id: string; label: string; run: () => void; whyNot?: string | null }
/** What a screen offers. A function answers null while there is nothing to act on, such as no focused task. */
export type Offers = Partial<Record<CommandID, () => Act | null>>

let offered: ReadonlyArray<() => Offers> = []
const listeners = new Set<() => void>()
const tellListeners = () => listeners.forEach((listener) => listener())

/** Offers what these commands do while the component is on the screen. What is offered last comes first; `isBase` comes last. */
export const useOffers = (offers: Offers, { isBase = false }: { isBase?: boolean } = {}): void => {
  const current = useRef(offers)
  // At once with the drawing: a key that is pressed on what has just been drawn must not act on what was there before.
  useLayoutEffect(() => {
    current.current = offers
  })
  useLayoutEffect(() => {
    const entry = () => current.current
    offered = isBase ? [...offered, entry] : [entry, ...offered]
    return () => {
      offered = offered.filter((one) => one !== entry)
    }
  }, [isBase])
  // The menu of the desktop app may follow a moment later.
  useEffect(tellListeners)
  useEffect(() => tellListeners, [])
}

/** What the command does right now; null where nothing offers it. */
export const actOf = (id: CommandID): Act | null => {
  for (const entry of offered) {
    const act = entry()[id]?.()
    if (act) return act
  }
  return null
}

/** Calls the listener when what is offered may have changed. Answers a function that ends it. */
export const onOffers = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Does it, or says why not: the toasts are a live region, so that the reason is read out, too. */
export const perform = (act: Act): void => {
  if (act.whyNot) toast(act.whyNot, 'error')
  else act.run()
}

/** Whether keys of single letters and signs act; a choice of this device. */
export const useSingleKeys = create<{ areOn: boolean }>(() => ({ areOn: localData.get('singleKeys') !== 'off' }))
export const setSingleKeys = (areOn: boolean): void => {
  localData.set('singleKeys', areOn ? 'on' : 'off')
  useSingleKeys.setState({ areOn })
}

/** Milliseconds for which letters are held back after one that somebody may still be typing a word with. */
const HOLD_MS = 400
let heldUntil = 0
/** Holds single keys back for a moment: the dialog in which somebody typed has closed by itself, and the rest of the word is no command. */
export const holdSingleKeys = (): void => {
  heldUntil = Date.now() + HOLD_MS
}
export const releaseSingleKeys = (): void => {
  heldUntil = 0
}
/** Whether single keys are held back; each one that is pressed in the meantime prolongs the moment. */
export const areSingleKeysHeld = (): boolean => {
  if (Date.now() >= heldUntil) return false
  holdSingleKeys()
  return true
}

/** What is open over the screen: the palette, the list of keys, or nothing. */
export type Overlay = 'palette' | 'help' | null
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }))
export const showOverlay = (open: Overlay): void => useOverlay.setState({ open })

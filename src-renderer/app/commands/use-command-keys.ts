import { useEffect, useEffectEvent } from 'react'
import { type CommandID, commandIDs, commandOf, isSingleKey } from '#shared/rules/commands.ts'
import { type Act, actOf, areSingleKeysHeld, perform, releaseSingleKeys, useSingleKeys } from '#lib/commands.ts'
import { isCarrying, isText, isTypedInto, layersOver, stepOf } from './press.ts'

/** Milliseconds that the second key of two may take. */
const SECOND_KEY_MS = 1_500

/** The one command whose key acts even while somebody types: it leads away from every screen. */
const ALWAYS: CommandID = 'palette.open'

/** Whether Enter or a space on this element is pressed for the element itself. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, [role="button"], [role="tab"], summary') !== null

/** The first of two keys, and when it was pressed. */
let first: { step: string; at: number } | null = null
const keepFirst = (step: string): void => {
  first = { step, at: Date.now() }
}
const takeFirst = (): string | null => {
  const step = first && Date.now() - first.at <= SECOND_KEY_MS ? first.step : null
  first = null
  return step
}

const isGeneral = (id: CommandID): boolean => id === 'palette.open' || id === 'help.open' || id === 'undo'
/** Whether the dialog that is open is a task's. */
const isTaskOpen = (): boolean => actOf('task.status')?.isInDialog === true

/**
 * Makes the keys of the table work. No key works while somebody types, while a card is carried, or for a screen under a
 * dialog, except for the open task's own commands.
 */
export const useCommandKeys = (isThere: (id: CommandID) => boolean): void => {
  /** The acts that may be done by a key now; of several for one key the first. */
  const actFor = (way: string, target: EventTarget | null): Act | null => {
    if (isSingleKey(way) && !useSingleKeys.getState().areOn) return null
    const layers = layersOver(target)
    for (const id of commandIDs) {
      if (!commandOf(id).keys.includes(way) || !isThere(id)) continue
      // A choice has no undo of its own.
      const isTyped = id === 'undo' ? isText(target) : isTypedInto(target)
      if (isTyped && (id !== ALWAYS || isSingleKey(way))) continue
      const act = actOf(id)
      if (!act) continue
      if (layers === 0 || (layers === 1 && (act.isInDialog || (isGeneral(id) && isTaskOpen())))) return act
    }
    return null
  }
  const isBeginning = (step: string) =>
    useSingleKeys.getState().areOn &&
    commandIDs.some((id) => isThere(id) && commandOf(id).keys.some((way) => way.startsWith(`${step} `)))

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isCarrying()) return
    if (event.key === 'Enter' && isPressed(event.target)) return
    const step = stepOf(event)
    // Shift alone is on its way to a key, and what has the focus moves it by the arrow keys itself.
    if (step === null || step === 'Shift' || step.startsWith('Arrow')) return
    if (isSingleKey(step) && step.length === 1 && !isTypedInto(event.target) && areSingleKeysHeld()) return
    const before = takeFirst()
    const act = actFor(before === null ? step : `${before} ${step}`, event.target)
    if (act) {
      event.preventDefault()
      return perform(act)
    }
    const mayBegin = before === null && !event.repeat && layersOver(event.target) === 0 && !isTypedInto(event.target)
    if (mayBegin && isBeginning(step)) keepFirst(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      // What was pressed for these screens is nothing to those that come next.
      first = null
      releaseSingleKeys()
    }
  }, [])
}

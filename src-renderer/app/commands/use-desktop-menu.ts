import { useEffect, useEffectEvent } from 'react'
import { platform } from '#platform'
import { type CommandID, commandIDs, commandOf } from '#shared/rules/commands.ts'
import { actOf, onOffers, perform } from '#lib/commands.ts'
import { openLayers } from './press.ts'

/** Milliseconds for which changes are gathered, since the focus moves often. */
const GATHERED_MS = 100

/** Tells the desktop's menu which commands there are and which may be done now, and does what is chosen there. */
export const useDesktopMenu = (isThere: (id: CommandID) => boolean): void => {
  const stateNow = useEffectEvent(() => {
    const listed = commandIDs.filter((id) => isThere(id) && !commandOf(id).isKeyOnly)
    const isBehind = openLayers() > 0
    const mayBeDone = (id: CommandID): boolean => {
      const act = actOf(id)
      return act !== null && !act.whyNot && (!isBehind || act.isInDialog === true)
    }
    return listed.map((id) => ({ id, isEnabled: mayBeDone(id) }))
  })
  const choose = useEffectEvent((id: CommandID) => {
    const act = isThere(id) ? actOf(id) : null
    if (act && (openLayers() === 0 || act.isInDialog)) perform(act)
  })
  const { menu } = platform
  useEffect(() => {
    if (!menu) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = ''
    const tell = () => {
      const state = stateNow()
      const now = JSON.stringify(state)
      if (now === told) return
      told = now
      void menu.show(state).catch(() => undefined)
    }
    const change = () => {
      clearTimeout(timer)
      timer = setTimeout(tell, GATHERED_MS)
    }
    const stopOffers = onOffers(change)
    const stopChosen = menu.subscribe((id) => choose(id))
    document.addEventListener('focusin', change)
    document.addEventListener('focusout', change)
    change()
    return () => {
      clearTimeout(timer)
      stopOffers()
      stopChosen()
      document.removeEventListener('focusin', change)
      document.removeEventListener('focusout', change)
      // Who has signed out has no commands.
      void menu.show([]).catch(() => undefined)
    }
  }, [menu])
}

import { Suspense, useEffect } from 'react'
import { showOverlay, useOverlay } from '#lib/commands.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { useBaseOffers } from './use-base-offers.ts'
import { useCommandKeys } from './use-command-keys.ts'
import { useDesktopMenu } from './use-desktop-menu.ts'
import { useIsThere } from './use-is-there.ts'
import { useNotedRecent } from './use-recent.ts'

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette)
const HelpDialog = lazyPart(async () => (await import('./HelpDialog.tsx')).HelpDialog)

const close = () => showOverlay(null)

/** The keys, the palette, the list of keys, and the desktop's menu, for who is signed in. */
export const Commands = () => {
  const isThere = useIsThere()
  useBaseOffers()
  useCommandKeys(isThere)
  useNotedRecent()
  useDesktopMenu(isThere)
  const { open } = useOverlay()

  // Who signs out leaves nothing open for the next person.
  useEffect(() => close, [])
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette isThere={isThere} onClose={close} />}
      {open === 'help' && <HelpDialog isThere={isThere} onClose={close} />}
    </Suspense>
  )
}

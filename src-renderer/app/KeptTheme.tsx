import { useColorScheme } from '@mui/material'
import { useEffect, useEffectEvent, useState } from 'react'
import { platform } from '#platform'
import type { Theme } from '../platform/port.ts'

/** Applies the theme that the desktop app has kept, and tells the desktop app of each new choice. Draws nothing. */
export const KeptTheme = () => {
  const { mode, setMode } = useColorScheme()
  const [kept, setKept] = useState<Theme | null>(null)
  const follow = useEffectEvent((theme: Theme | null) => {
    if (theme) setMode(theme)
    setKept(theme)
  })
  useEffect(() => {
    // When the desktop app does not answer, the page's own storage decides, as in a browser.
    platform.theme.read().then(
      (theme) => follow(theme),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    if (!kept || !mode || mode === kept) return
    platform.theme.keep(mode).then(
      () => setKept(mode),
      () => undefined,
    )
  }, [kept, mode])
  return null
}

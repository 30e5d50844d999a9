import { IconButton, useColorScheme } from '@mui/material'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { ThemeMenu as Menu } from './ThemeMenu.tsx'
import { themeChoices } from './theme-choices.ts'

const loadMenu = () => import('./ThemeMenu.tsx')
/** Stands in for a menu whose code did not arrive; the next press loads it again. */
const NoMenu = (_props: ComponentProps<typeof Menu>) => <></>
const ThemeMenu = lazy(async () => ({ default: (await loadMenu().catch(() => null))?.ThemeMenu ?? NoMenu }))
/** Loads the menu's code when a pointer or the focus arrives, so that a press finds it there. */
const prepareMenu = () => void loadMenu().catch(() => undefined)

/** The button that chooses light, dark, or the system's theme. The choice is kept on this device. */
export const ThemeToggle = () => {
  const { mode } = useColorScheme()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  const { Icon, label } = themeChoices.find((choice) => choice.mode === mode) ?? themeChoices[2]
  return (
    <>
      <IconButton
        title="Theme"
        aria-label={`Theme: ${label}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={prepareMenu}
        onFocus={prepareMenu}
        onClick={(event) => {
          setHasOpened(true)
          setAnchor(event.currentTarget)
        }}
      >
        <Icon size={20} strokeWidth={1.75} />
      </IconButton>
      {hasOpened && (
        <Suspense>
          <ThemeMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

import IconButton from '@mui/material/IconButton'
import { useColorScheme } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { themeChoices } from './theme-choices.ts'

const loadMenu = () => import('./ThemeMenu.tsx')
const ThemeMenu = lazy(async () => ({ default: (await loadMenu()).ThemeMenu }))
/** The menu's code is fetched as a pointer or the focus arrives, so that a press finds it there. */
const prepareMenu = () => void loadMenu().catch(() => undefined)

/** Light, dark, or whatever the system says. The choice is kept on this device. */
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

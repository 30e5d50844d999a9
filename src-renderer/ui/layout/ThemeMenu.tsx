import { ListItemIcon, Menu, MenuItem, useColorScheme } from '@mui/material'
import { Check } from 'lucide-react'
import { afterPaint } from '../look/after-paint.ts'
import { themeChoices } from './theme-choices.ts'

/** The menu of themes, loaded when somebody opens it. */
export const ThemeMenu = ({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) => {
  const { mode, setMode } = useColorScheme()
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      // MUI puts the menu at the end of the document, outside of every landmark; so it is a landmark itself.
      slotProps={{ root: { role: 'region', 'aria-label': 'Theme' } }}
    >
      {themeChoices.map((choice) => (
        <MenuItem
          key={choice.mode}
          role="menuitemradio"
          aria-checked={choice.mode === mode}
          selected={choice.mode === mode}
          onClick={() => {
            onClose()
            afterPaint(() => setMode(choice.mode))
          }}
        >
          <ListItemIcon>
            <choice.Icon size={18} strokeWidth={1.75} />
          </ListItemIcon>
          {choice.label}
          {choice.mode === mode && <Check size={16} style={{ marginLeft: 'auto' }} aria-hidden />}
        </MenuItem>
      ))}
    </Menu>
  )
}

import { Box, Drawer, IconButton, List, ListItem, ListItemButton, ListItemText } from '@mui/material'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router-dom'
import { Brand } from '../ui/layout/Brand.tsx'
import { radius, weight } from '../ui/look/tokens.ts'
import { ModeBadge } from './ModeBadge.tsx'
import { useNavigation } from './use-navigation.ts'

/** The slide-out menu of small screens. */
export const MobileMenu = () => {
  const [isOpen, setIsOpen] = useState(false)
  const items = useNavigation(true)
  const close = () => setIsOpen(false)
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <IconButton aria-label="Open menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)} edge="start">
        <MenuIcon size={22} strokeWidth={1.75} />
      </IconButton>
      <Drawer open={isOpen} onClose={close} slotProps={{ paper: { sx: { width: 280 }, 'aria-label': 'Menu' } }}>
        <Box sx={{ height: 64, px: 2, display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Brand />
          <IconButton aria-label="Close menu" onClick={close}>
            <X size={20} />
          </IconButton>
        </Box>
        <Box component="nav" aria-label="Main">
          <List sx={{ px: 1 }}>
            {items.map(({ label, mobileLabel, to }) => (
              <ListItem key={to} disablePadding>
                <ListItemButton
                  component={NavLink}
                  to={to}
                  onClick={close}
                  sx={{
                    borderRadius: radius.medium,
                    '&.active': { color: 'primary.main', bgcolor: 'action.selected' },
                  }}
                >
                  <ListItemText
                    primary={mobileLabel ?? label}
                    slotProps={{ primary: { sx: { fontWeight: weight.semibold } } }}
                  />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </Box>
        <Box sx={{ px: 3, py: 1 }}>
          <ModeBadge />
        </Box>
      </Drawer>
    </Box>
  )
}

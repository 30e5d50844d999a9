import { Box, IconButton } from '@mui/material'
import { X } from 'lucide-react'
import { useUserType } from '#lib/user-type.ts'
import { blueText } from '#ui/look/accents.ts'
import { blueShades } from './dialog-colours.ts'
import { palettes } from '#ui/project/palettes.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { TOP_BAR_HEIGHT, radius, shadow } from '#ui/look/tokens.ts'

type DialogPanelProps = {
  /** The ID of the heading that names the panel. */
  labelledBy: string
  /** The picture at the top and its palette; null leaves room for the close button only. */
  hero: { src: string; palette: number } | null
  onClose: () => void
  children: ReactNode
}

/**
 * A page that looks and behaves like a dialog: it takes the focus, Escape and the cross close it, and on small screens
 * it fills the window, in the colour of the mode. The top bar can still be used, so the panel is not modal.
 */
export const DialogPanel = ({ labelledBy, hero, onClose, children }: DialogPanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const mode = useUserType((state) => state.userType)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeOnEscape(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Box sx={{ px: { md: 3 }, py: { md: 4 } }}>
      <Box
        ref={panel}
        role="dialog"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        sx={[
          // Green, the colour of contributors, is the accent.
          mode === 'creator' && blueText,
          mode === 'creator' && blueShades,
          {
            position: 'relative',
            maxWidth: 960,
            mx: 'auto',
            bgcolor: 'background.paper',
            border: { md: 1 },
            borderColor: { md: 'divider' },
            borderRadius: { md: radius.large },
            boxShadow: { md: shadow.sheet },
            minHeight: { xs: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`, md: 0 },
            outline: 'none',
          },
        ]}
      >
        <Box
          sx={{
            height: hero ? { xs: 136, md: 208 } : 64,
            borderRadius: { md: `${radius.large} ${radius.large} 0 0` },
            overflow: 'hidden',
          }}
        >
          {hero && (
            <Box
              component="img"
              src={hero.src}
              alt=""
              data-testid="hero"
              sx={{
                width: '100%',
                height: '100%',
                objectFit: 'cover',
                display: 'block',
                filter: palettes[hero.palette],
              }}
            />
          )}
        </Box>
        <IconButton
          aria-label="Close"
          onClick={onClose}
          sx={{
            position: 'absolute',
            top: 12,
            right: 12,
            bgcolor: 'background.paper',
            color: 'text.primary',
            border: 1,
            borderColor: 'divider',
            '&:hover': { bgcolor: 'background.default' },
          }}
        >
          <X size={20} />
        </IconButton>
        {children}
      </Box>
    </Box>
  )
}

import { Box, Button, IconButton, Paper } from '@mui/material'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { closeToast, type Toast, useToasts } from '#lib/toast.ts'
import { duration, shadow, size } from '../look/tokens.ts'

const looks = {
  success: { Icon: CircleCheck, color: 'success.main' },
  error: { Icon: CircleAlert, color: 'error.main' },
  info: { Icon: Info, color: 'info.main' },
} as const

/**
 * The app's toasts, made by `toast()` from lib/toast.ts. The region is always there, so that each toast is read out. It is
 * beside the app and not in it, because an open dialog hides the app from screen readers.
 */
export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts)
  const area = useRef<HTMLDivElement>(null)
  // A board ends above the toasts, so that they cover none of its cards.
  useLayoutEffect(() => {
    const height = toasts.length === 0 ? 0 : (area.current?.offsetHeight ?? 0)
    document.documentElement.style.setProperty('--toasts-height', `${height}px`)
  }, [toasts])
  useEffect(() => {
    const region = area.current
    if (!region) return undefined
    // MUI hides all that is beside a dialog, and has no setting for what is to stay.
    const show = () => region.removeAttribute('aria-hidden')
    show()
    const observer = new MutationObserver(show)
    observer.observe(region, { attributeFilter: ['aria-hidden'] })
    return () => observer.disconnect()
  }, [])
  return createPortal(
    <Box
      ref={area}
      role="region"
      aria-label="Messages"
      aria-live="polite"
      sx={{
        position: 'fixed',
        // A screen with a bar at its lower edge sets this height.
        bottom: 'calc(24px + var(--bottom-bar-height, 0px))',
        // On a phone a dialog's buttons are at the lower edge of the screen, so the toasts move to the upper edge.
        'body:has([role="dialog"]) &': { bottom: { xs: 'auto', sm: 24 }, top: { xs: 12, sm: 'auto' } },
        // So are the buttons of a page that stay at its foot.
        'body:has([data-foot]) &': { bottom: { xs: 'auto', md: 24 }, top: { xs: 12, md: 'auto' } },
        // A dialog that is only read lies above them.
        'body:has([data-over-toasts]) &': { zIndex: 'drawer' },
        left: 16,
        right: 16,
        zIndex: 'snackbar',
        display: 'grid',
        // On wide windows the toasts keep to the left, because dialogs, the ends of tables and their buttons are in the
        // middle.
        justifyItems: { xs: 'center', md: 'start' },
        gap: 1,
        pointerEvents: 'none',
      }}
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} {...one} />
      ))}
    </Box>,
    document.body,
  )
}

/** A toast with its type and a button that closes it early. Errors interrupt a screen reader. */
const ToastCard = ({ id, message, type, action }: Toast) => {
  const { Icon, color } = looks[type]
  return (
    <Paper
      elevation={0}
      data-toast={type}
      {...(type === 'error' && { role: 'alert' })}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minWidth: 'min(100%, 320px)',
        maxWidth: { xs: 'min(100%, 560px)', md: 400 },
        minHeight: 48,
        py: 0.75,
        pl: 2,
        pr: 1,
        border: 1,
        borderColor: 'divider',
        boxShadow: shadow.floating,
        pointerEvents: 'auto',
        animation: `toast-in ${duration.entering}ms ease-out`,
        '@keyframes toast-in': { from: { opacity: 0, transform: 'translateY(8px)' } },
        '& > svg': { color, flex: 'none' },
      }}
    >
      <Icon size={20} aria-hidden />
      <Box component="span" sx={{ flex: 1, fontSize: size.body, overflowWrap: 'anywhere' }}>
        {message.split('\n').map((line) => (
          <Box key={line} component="span" sx={{ display: 'block' }}>
            {line}
          </Box>
        ))}
      </Box>
      {action && (
        <Button
          size="small"
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" aria-label="Close message" onClick={() => closeToast(id)}>
        <X size={16} />
      </IconButton>
    </Paper>
  )
}

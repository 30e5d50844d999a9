import { Box, IconButton, Typography } from '@mui/material'
import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { weight } from '#ui/look/tokens.ts'

type WizardShellProps = {
  title: string
  /** The step, such as 'Step 1 of 2'. */
  progress?: string
  titleRef?: Ref<HTMLHeadingElement>
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

const inner = { width: '100%', maxWidth: 1080, mx: 'auto', px: { xs: 2, sm: 3 } } as const

/** The ID of the heading that names the wizard. */
export const WIZARD_TITLE_ID = 'wizard-title'

/** The wizard's layout: a bar with a button to leave, a step, and the step's buttons. */
export const WizardShell = ({ title, progress, titleRef, onClose, footer, children }: WizardShellProps) => (
  <>
    <Box sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <Box sx={{ ...inner, minHeight: 64, display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, typography: 'body2', fontWeight: weight.semibold, color: 'text.secondary' }}>
          {progress}
        </Box>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <X size={20} aria-hidden />
        </IconButton>
      </Box>
    </Box>
    <Box sx={{ flex: 1, overflowY: 'auto' }}>
      <Box sx={{ ...inner, py: { xs: 3, md: 5 } }}>
        <Typography
          ref={titleRef}
          id={WIZARD_TITLE_ID}
          variant="title"
          component="h1"
          tabIndex={-1}
          sx={{ outline: 'none', overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        {children}
      </Box>
    </Box>
    {footer && (
      <Box sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Box sx={{ ...inner, py: 1.5 }}>{footer}</Box>
      </Box>
    )}
  </>
)

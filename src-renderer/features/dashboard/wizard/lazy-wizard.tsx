import { Dialog } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import { lazyPart } from '#lib/lazy-code.tsx'
import type { ProjectWizard as Wizard } from './ProjectWizard.tsx'
import { WIZARD_TITLE_ID, WizardShell } from './WizardShell.tsx'

const load = async () => (await import('./ProjectWizard.tsx')).ProjectWizard

/** The dialog while the wizard's code is missing, with a button to leave it. */
const Frame = ({ view, children }: ComponentProps<typeof Wizard> & { children: ReactNode }) => (
  <Dialog
    fullScreen
    open
    onClose={view.closeWizard}
    aria-labelledby={WIZARD_TITLE_ID}
    slotProps={{ paper: { sx: { bgcolor: 'background.default' } } }}
  >
    <WizardShell title="Create a New Project" onClose={view.closeWizard}>
      {children}
    </WizardShell>
  </Dialog>
)

/** The wizard is loaded apart, because most visits to the dashboard do not need it. */
export const ProjectWizard = lazyPart(load, Frame)
export const prefetchWizard = (): void => void load().catch(() => undefined)

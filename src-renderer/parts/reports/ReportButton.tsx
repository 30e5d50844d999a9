import { Button, IconButton, Tooltip } from '@mui/material'
import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReportKind } from '#shared/contract/reports.ts'
import { reportKindLabels } from '#shared/rules/reports.ts'
import { useCapability } from '#data/capabilities.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { useSession } from '#lib/session.ts'

/** The sheet's code is loaded apart, because few people ever report anything. */
const ReportDialog = lazyPart(async () => (await import('./ReportDialog.tsx')).ReportDialog)

type ReportButtonProps = { kind: ReportKind; id: string; isSmall?: boolean }

/** Opens the one sheet in which a thing is reported; nothing for visitors, and where the server takes no reports. */
export const ReportButton = ({ kind, id, isSmall = false }: ReportButtonProps) => {
  const isSignedIn = useSession(({ userID }) => userID !== null)
  const hasReports = useCapability('reports', isSignedIn)
  const [isOpen, setIsOpen] = useState(false)
  if (!hasReports) return null
  const label = `Report the ${reportKindLabels[kind].toLowerCase()}`
  const open = () => setIsOpen(true)
  return (
    <>
      {isSmall ? (
        <Tooltip title="Report">
          <IconButton size="small" aria-label={label} onClick={open}>
            <Flag size={14} aria-hidden />
          </IconButton>
        </Tooltip>
      ) : (
        <Button
          size="small"
          color="inherit"
          aria-label={label}
          startIcon={<Flag size={14} aria-hidden />}
          onClick={open}
          sx={{ color: 'text.secondary' }}
        >
          Report
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ReportDialog kind={kind} id={id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { Button, IconButton, Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReportKind, ReportPart } from '#shared/contract/reports.ts'
import { reportedLabel } from '#shared/rules/reports.ts'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { useSession } from '#lib/session.ts'

/** The sheet's code is loaded apart, because few people ever report anything. */
const ReportDialog = lazyPart(async () => (await import('./ReportDialog.tsx')).ReportDialog)

type ReportButtonProps = {
  kind: ReportKind
  id: string
  part?: ReportPart
  isSmall?: boolean
  /** Whose it is, as far as that is known: nobody can report what is theirs. */
  ofUsername?: string | null | undefined
}

/** Opens the one sheet in which a thing is reported; nothing for visitors, for whose it is, and where the server takes no reports. */
export const ReportButton = ({ kind, id, part = 'whole', isSmall = false, ofUsername = null }: ReportButtonProps) => {
  const isSignedIn = useSession(({ userID }) => userID !== null)
  const hasReports = useCapability('reports', isSignedIn)
  const isAsked = isSignedIn && ofUsername !== null
  const { data: own, isPending } = useQuery(query('users.username', {}, { select: dataOf, enabled: isAsked }))
  const [isOpen, setIsOpen] = useState(false)
  if (!hasReports || (isAsked && (isPending || own?.username === ofUsername))) return null
  const label = `Report the ${reportedLabel({ kind, part }).toLowerCase()}`
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
          <ReportDialog kind={kind} id={id} part={part} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { size } from '../../ui/tokens.ts'
import { CollaboratorsPanel } from './CollaboratorsPanel.tsx'
import { MembersPanel } from './MembersPanel.tsx'
import { SummaryCards } from './SummaryCards.tsx'
import { type CollaboratorsView, collaboratorViews, useCollaboratorsView } from './use-collaborators-view.ts'
import { type ReportDraft, useDrafts } from './use-drafts.ts'
import { type Team, useTeam } from './use-team.ts'
import { lazyPart } from '../../lib/lazy-code.tsx'

/** The other views and dialogs are loaded apart, because most people only look at the list. */
const PaymentsPanel = lazyPart(async () => (await import('./PaymentsPanel.tsx')).PaymentsPanel)
const AnalyticsPanel = lazyPart(async () => (await import('./AnalyticsPanel.tsx')).AnalyticsPanel)
const RequestsPanel = lazyPart(async () => (await import('./RequestsPanel.tsx')).RequestsPanel)
const InviteMemberDialog = lazyPart(async () => (await import('./InviteMemberDialog.tsx')).InviteMemberDialog)

const labels: Readonly<Record<CollaboratorsView, string>> = {
  collaborators: 'Collaborators',
  payments: 'Payments',
  analytics: 'Analytics',
  requests: 'Requests',
}

const Loading = () => (
  <DelayedSkeleton>
    <Skeleton width={260} height={40} />
    <Box
      sx={{ display: 'grid', gap: { xs: 1, sm: 2 }, my: 3, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}
    >
      {[0, 1, 2].map((key) => (
        <Skeleton key={key} variant="rounded" sx={{ height: { xs: 66, sm: 122 } }} />
      ))}
    </Box>
    {[0, 1, 2, 3].map((key) => (
      <Skeleton key={key} variant="rounded" height={64} sx={{ mb: 1 }} />
    ))}
  </DelayedSkeleton>
)

type ManagerViewsProps = { team: Team; isPaying: boolean; report: ReportDraft }

/** The views of an owner or admin. A half-entered payment is kept while another view is open. */
const ManagerViews = ({ team, isPaying, report }: ManagerViewsProps) => {
  const { view, selectView } = useCollaboratorsView()
  const panel = (of: CollaboratorsView) => ({
    role: 'tabpanel',
    id: `collaborators-panel-${of}`,
    'aria-labelledby': `collaborators-tab-${of}`,
    hidden: view !== of,
  })
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}>
        <Tabs
          value={view}
          onChange={(_event, next: CollaboratorsView) => selectView(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Collaborators"
          // All four tabs fit on a phone.
          sx={{
            mb: '-1px',
            '& .MuiTab-root': { minWidth: 0, px: { xs: 0.75, sm: 2 }, fontSize: { xs: size.note, sm: size.small } },
          }}
        >
          {collaboratorViews.map((one) => (
            <Tab
              key={one}
              value={one}
              label={labels[one]}
              id={`collaborators-tab-${one}`}
              // Only the open panel is in the page, so only its tab can name it.
              {...(view === one && { 'aria-controls': `collaborators-panel-${one}` })}
            />
          ))}
        </Tabs>
      </Box>
      <Suspense fallback={<Box sx={{ minHeight: 240 }} />}>
        {view === 'collaborators' && (
          <div {...panel('collaborators')}>
            <CollaboratorsPanel team={team} />
          </div>
        )}
        {(view === 'payments' || isPaying) && (
          <div {...panel('payments')}>
            <PaymentsPanel team={team} report={report} />
          </div>
        )}
        {view === 'analytics' && (
          <div {...panel('analytics')}>
            <AnalyticsPanel team={team} />
          </div>
        )}
        {view === 'requests' && (
          <div {...panel('requests')}>
            <RequestsPanel projectID={team.projectID} />
          </div>
        )}
      </Suspense>
    </>
  )
}

/** The collaborators of a project: for owner and admin with payments, progress and requests, for members a list to read. */
export const CollaboratorsTab = ({ projectID }: { projectID: string }) => {
  const { team, isLoading, isMembersFailed, failed, isRetrying, retry } = useTeam(projectID)
  const { dialog, openDialog, closeDialog } = useCollaboratorsView()
  const { drafts, report } = useDrafts()
  const [wasInviting, setWasInviting] = useState(false)
  const isInviting = dialog === 'invite' && team.isManager
  if (isInviting && !wasInviting) setWasInviting(true)
  if (isLoading) return <Loading />
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
        <Typography variant="h2" sx={{ flex: '1 1 240px' }}>
          {team.isManager ? 'Manage Collaborators' : 'View Collaborators'}
        </Typography>
        {team.isManager && (
          <Button
            variant="contained"
            startIcon={<UserPlus size={18} aria-hidden />}
            onClick={() => openDialog('invite')}
            sx={{ width: { xs: '100%', sm: 'auto' } }}
          >
            Invite Member
          </Button>
        )}
      </Box>
      {failed && (
        <Box sx={{ mb: 3 }}>
          <ErrorState
            title={`Failed to load ${failed}`}
            text="What you see here is not complete."
            onRetry={retry}
            isRetrying={isRetrying}
          />
        </Box>
      )}
      <SummaryCards team={team} isMembersFailed={isMembersFailed} />
      <Box sx={{ mt: 3 }}>
        {team.isManager ? (
          <ManagerViews team={team} isPaying={drafts.quick} report={report} />
        ) : (
          <MembersPanel team={team} />
        )}
      </Box>
      {wasInviting && (
        <Suspense>
          <InviteMemberDialog team={team} isOpen={isInviting} report={report} onClose={closeDialog} />
        </Suspense>
      )}
    </Box>
  )
}

import { Box, Skeleton, Tab, Tabs, Typography } from '@mui/material'
import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useWaitingRequests } from '#data/use-project-role.ts'
import { CountPill, waitingDescription } from '#ui/list/CountPill.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { BarAction, barTabs, InBar } from '#ui/layout/WorkspaceBar.tsx'
import { CollaboratorsPanel } from './members/CollaboratorsPanel.tsx'
import { MembersPanel } from './members/MembersPanel.tsx'
import { SummaryCards } from './members/SummaryCards.tsx'
import { type CollaboratorsView, collaboratorViews, useCollaboratorsView } from './data/use-collaborators-view.ts'
import { type ReportDraft, useDrafts } from './data/use-drafts.ts'
import { type Team, useTeam } from './data/use-team.ts'
import { lazyPart } from '#lib/lazy-code.tsx'

/** The other views and dialogs are loaded apart, because most people only look at the list. */
const PaymentsPanel = lazyPart(async () => (await import('./payments/PaymentsPanel.tsx')).PaymentsPanel)
const AnalyticsPanel = lazyPart(async () => (await import('./analytics/AnalyticsPanel.tsx')).AnalyticsPanel)
const RequestsPanel = lazyPart(async () => (await import('./requests/RequestsPanel.tsx')).RequestsPanel)
const InviteMemberDialog = lazyPart(async () => (await import('./members/InviteMemberDialog.tsx')).InviteMemberDialog)

const labels: Readonly<Record<CollaboratorsView, string>> = {
  collaborators: 'Collaborators',
  payments: 'Payments',
  analytics: 'Analytics',
  requests: 'Requests',
}

const Loading = () => (
  <DelayedSkeleton>
    <Skeleton variant="rounded" height={48} sx={{ mb: 2 }} />
    {[0, 1, 2, 3, 4].map((key) => (
      <Skeleton key={key} variant="rounded" height={56} sx={{ mb: 1.5 }} />
    ))}
  </DelayedSkeleton>
)

type ManagerViewsProps = { team: Team; isPaying: boolean; report: ReportDraft }

/** The views of an owner or admin. A half-entered payment is kept while another view is open. */
const ManagerViews = ({ team, isPaying, report }: ManagerViewsProps) => {
  const { view, selectView } = useCollaboratorsView()
  const waiting = useWaitingRequests(team.projectID)
  const panel = (of: CollaboratorsView) => ({
    role: 'tabpanel',
    id: `collaborators-panel-${of}`,
    'aria-labelledby': `collaborators-tab-${of}`,
    hidden: view !== of,
  })
  return (
    <>
      <InBar area="views">
        <Tabs
          value={view}
          onChange={(_event, next: CollaboratorsView) => selectView(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Collaborators"
          sx={barTabs}
        >
          {collaboratorViews.map((one) => (
            <Tab
              key={one}
              value={one}
              label={
                one === 'requests' ? (
                  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}>
                    {labels[one]}
                    <CountPill count={waiting} />
                  </Box>
                ) : (
                  labels[one]
                )
              }
              id={`collaborators-tab-${one}`}
              {...(one === 'requests' && waitingDescription(waiting, 'request'))}
              // Only the open panel is in the page, so only its tab can name it.
              {...(view === one && { 'aria-controls': `collaborators-panel-${one}` })}
            />
          ))}
        </Tabs>
      </InBar>
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
  const { view, dialog, openDialog, closeDialog } = useCollaboratorsView()
  const { drafts, report } = useDrafts()
  const [wasInviting, setWasInviting] = useState(false)
  const isInviting = dialog === 'invite' && team.isManager
  if (isInviting && !wasInviting) setWasInviting(true)
  if (isLoading) return <Loading />
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h2" sx={visuallyHidden}>
        {team.isManager ? 'Manage Collaborators' : 'View Collaborators'}
      </Typography>
      {team.isManager && (
        <InBar area="actions">
          <BarAction
            label="Invite Member"
            icon={UserPlus}
            onClick={() => openDialog('invite')}
            isQuiet={view === 'requests' || view === 'payments'}
          />
        </InBar>
      )}
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
      {view === 'collaborators' && <SummaryCards team={team} isMembersFailed={isMembersFailed} />}
      {team.isManager ? (
        <ManagerViews team={team} isPaying={drafts.quick} report={report} />
      ) : (
        <MembersPanel team={team} />
      )}
      {wasInviting && (
        <Suspense>
          <InviteMemberDialog team={team} isOpen={isInviting} report={report} onClose={closeDialog} />
        </Suspense>
      )}
    </Box>
  )
}

import { Box, Button, Skeleton, Tab, Tabs } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#data/capabilities.ts'
import { useWaitingApplications } from '#data/waiting-creator-applications.ts'
import { isUnreachable } from '#lib/api.ts'
import { CountPill, waitingDescription } from '#ui/list/CountPill.tsx'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { AdminSteps } from './AdminSteps.tsx'
import type { AdminTab } from './admin-view.ts'
import { AuditPanel } from './AuditPanel.tsx'
import { CreatorApplicationsPanel } from './CreatorApplicationsPanel.tsx'
import { DisputesPanel } from './DisputesPanel.tsx'
import { PeoplePanel } from './PeoplePanel.tsx'
import { waitlistAccessQuery } from './queries.ts'
import { ReportsPanel } from './ReportsPanel.tsx'
import { useAdminView } from './use-admin-view.ts'
import { UsersPanel } from './UsersPanel.tsx'

const labels = {
  users: 'Waitlist',
  applications: 'Creator Applications',
  people: 'People',
  audit: 'Audit',
  disputes: 'Disputes',
  reports: 'Reports',
} as const

/**
 * /founder/admin, where administrators invite from the waitlist and decide creator applications. It opens only when the
 * waitlist answers the viewer.
 */
export const AdminPage = () => {
  const access = useQuery(waitlistAccessQuery())
  return (
    <PageFrame title="Administration" heading={access.data ? 'Administration' : undefined}>
      {access.data ? (
        <Dashboard />
      ) : access.error ? (
        <EmptyState
          kind="closed"
          headingLevel={1}
          title="Waitlist Access Required"
          text={
            isUnreachable(access.error)
              ? 'We couldn’t check whether you may open this page.'
              : 'This page is for the administrators of the waitlist. If you should be one, ask the person who runs this server.'
          }
          action={
            <Button variant="contained" loading={access.isFetching} onClick={() => void access.refetch()}>
              Retry
            </Button>
          }
        />
      ) : (
        <DelayedSkeleton>
          <Skeleton width={220} height={44} />
          <CardSkeleton lines={12} />
        </DelayedSkeleton>
      )}
    </PageFrame>
  )
}

const Dashboard = () => {
  const { view: asked, hrefOf, selectTab, change } = useAdminView()
  const hasPeople = useCapability('people', true)
  const hasAudit = useCapability('audit', true)
  const hasDisputes = useCapability('disputes', true)
  const hasReports = useCapability('reports', true)
  const waiting = useWaitingApplications(true)
  // A server that cannot do this has no such tab.
  const has = {
    users: true,
    applications: true,
    people: hasPeople,
    audit: hasAudit,
    disputes: hasDisputes,
    reports: hasReports,
  }
  const isMissing = !has[asked.tab]
  const view = isMissing ? { ...asked, tab: 'users' as const } : asked
  const tabProps = (tab: AdminTab) => ({
    value: tab,
    label: labels[tab],
    id: `tab-${tab}`,
    // Only the open panel is in the page, so only its tab can name it.
    ...(view.tab === tab && { 'aria-controls': `panel-${tab}` }),
  })
  return (
    <>
      <Box sx={{ mt: 2 }}>
        <AdminSteps hrefOf={hrefOf} />
      </Box>
      <Tabs
        value={view.tab}
        onChange={(_event, next: AdminTab) => selectTab(next)}
        aria-label="Administration"
        variant="scrollable"
        allowScrollButtonsMobile
        sx={{ mt: 2, mb: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        <Tab {...tabProps('users')} />
        <Tab
          {...tabProps('applications')}
          {...waitingDescription(waiting, 'application')}
          {...(waiting > 0 && {
            icon: (
              <Box component="span" sx={{ pl: 1 }}>
                <CountPill count={waiting} />
              </Box>
            ),
            iconPosition: 'end',
            sx: { minHeight: 0 },
          })}
        />
        {hasPeople && <Tab {...tabProps('people')} />}
        {hasDisputes && <Tab {...tabProps('disputes')} />}
        {hasReports && <Tab {...tabProps('reports')} />}
        {hasAudit && <Tab {...tabProps('audit')} />}
      </Tabs>
      <Box role="tabpanel" id={`panel-${view.tab}`} aria-labelledby={`tab-${view.tab}`}>
        {view.tab === 'users' ? (
          <UsersPanel view={view} hrefOf={hrefOf} change={change} />
        ) : view.tab === 'people' ? (
          <PeoplePanel view={view} hrefOf={hrefOf} change={change} />
        ) : view.tab === 'disputes' ? (
          <DisputesPanel view={view} hrefOf={hrefOf} change={change} />
        ) : view.tab === 'reports' ? (
          <ReportsPanel view={view} hrefOf={hrefOf} change={change} />
        ) : view.tab === 'audit' ? (
          <AuditPanel view={view} hrefOf={hrefOf} change={change} />
        ) : (
          <CreatorApplicationsPanel view={view} hrefOf={hrefOf} change={change} />
        )}
      </Box>
    </>
  )
}

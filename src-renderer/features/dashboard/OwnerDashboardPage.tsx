import { Box, Button, Tab, Tabs } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import type { OwnedProject } from '#shared/contract/index.ts'
import { ownedProjectsQuery } from '#data/projects.ts'
import { errorText } from '#lib/query-client.ts'
import { useToday } from '#lib/use-today.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { ListToolbar } from '#ui/list/ListToolbar.tsx'
import { CutNote } from '#ui/list/CutNote.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { quietField } from '#ui/list/quiet-field.ts'
import { radius, size } from '#ui/look/tokens.ts'
import { roomForReach, withinReach } from '#ui/look/within-reach.ts'
import { AccessGate } from './AccessGate.tsx'
import { CreatorSteps } from './CreatorSteps.tsx'
import { DashboardContentSkeleton } from './DashboardSkeleton.tsx'
import { DuesLine } from './DuesLine.tsx'
import { EmptyTab } from './EmptyTab.tsx'
import { OwnedProjects } from './OwnedProjects.tsx'
import { groupByTab, type ProjectTab, projectTabLabels, projectTabs, statsOf } from './project-tabs.ts'
import { choicesWithoutStanding, inOrder, sortChoices } from './project-order.ts'
import { WaitingLine } from './ProjectStanding.tsx'
import { StatCards } from './StatCards.tsx'
import { type DashboardView, useDashboardView } from './use-dashboard-view.ts'
import { prefetchWizard, ProjectWizard } from './wizard/lazy-wizard.tsx'

const TabLabel = ({ tab, count }: { tab: ProjectTab; count: number }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}>
    {projectTabLabels[tab]}
    <Box
      component="span"
      className="tabular"
      sx={{ px: 0.875, borderRadius: radius.pill, bgcolor: 'action.selected', fontSize: size.tiny, lineHeight: 1.6 }}
    >
      {count.toLocaleString('en-US')}
    </Box>
  </Box>
)

/**
 * When a card leaves the tab with the focus, focuses the first link or button that is left in the tab, so that the focus
 * does not fall back to the page's beginning.
 */
const useFocusAfterRemoval = (count: number): RefObject<HTMLDivElement | null> => {
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const isLost = count < before.current && document.activeElement === document.body
    before.current = count
    if (!isLost) return
    const next = panel.current?.querySelector<HTMLElement>('a[href], button:enabled') ?? panel.current
    next?.focus({ preventScroll: true })
  }, [count])
  return panel
}

const Projects = ({ projects, view }: { projects: readonly OwnedProject[]; view: DashboardView }) => {
  const { tab, q, sort } = view
  const groups = groupByTab(inOrder(projects, { q, sort }))
  const stats = statsOf(projects)
  const panel = useFocusAfterRemoval(groups[tab].length)
  return (
    <>
      <StatCards stats={stats} />
      <WaitingLine projects={groupByTab(projects).active} sorted={view.waitingAddress} />
      <DuesLine />
      <Tabs
        value={tab}
        onChange={(_event, next: ProjectTab) => view.selectTab(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Your projects"
        sx={{
          mt: { xs: 0.5, md: 1.5 },
          mb: { xs: 1.5, md: 2 },
          borderBottom: 1,
          borderColor: 'divider',
          // All four tabs fit on a phone.
          '& .MuiTab-root': { minWidth: 0, px: { xs: 0.75, sm: 2 }, fontSize: { xs: size.note, sm: size.small } },
        }}
      >
        {projectTabs.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`tab-${one}`}
            label={<TabLabel tab={one} count={groups[one].length} />}
            // Only the open panel is in the page, so only its tab can name it.
            {...(one === tab && { 'aria-controls': `panel-${one}` })}
          />
        ))}
      </Tabs>
      {projects.length > 1 && (
        <Box sx={{ mb: 1.5 }}>
          <ListToolbar
            label="Search your projects"
            placeholder="Title, organization or skill"
            maxLength={100}
            q={q}
            onSearch={view.search}
            isQuiet
          >
            <FilterSelect
              label="Sort by"
              all="Newest"
              choices={projects.some(({ standing }) => standing) ? sortChoices : choicesWithoutStanding}
              value={sort === 'newest' ? null : sort}
              onChange={(next) => view.sortBy(next ?? 'newest')}
              sx={{ ...quietField, width: 140 }}
            />
          </ListToolbar>
        </Box>
      )}
      <Box
        ref={panel}
        role="tabpanel"
        id={`panel-${tab}`}
        aria-labelledby={`tab-${tab}`}
        tabIndex={-1}
        sx={{ outline: 'none' }}
      >
        {groups[tab].length > 0 ? (
          <OwnedProjects key={tab} projects={groups[tab]} view={view} />
        ) : q.trim() && projects.length > 0 ? (
          <EmptyState
            kind="nothingFound"
            title="No project matches"
            text={`No project in this tab has “${q.trim()}” in its title, organization or skills.`}
            action={
              <Button variant="outlined" onClick={() => view.search('')}>
                Show all projects
              </Button>
            }
          />
        ) : (
          <EmptyTab tab={tab} stats={stats} onCreate={view.openNew} onSelect={view.selectTab} />
        )}
      </Box>
    </>
  )
}

const Dashboard = ({ view }: { view: DashboardView }) => {
  useToday()
  const {
    data: projects,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...ownedProjectsQuery(),
    placeholderData: keepPreviousData,
  })
  return (
    <PageFrame
      heading="Your projects"
      toolbar={
        <Button
          variant="contained"
          startIcon={<Plus size={18} aria-hidden />}
          onClick={view.openNew}
          onPointerEnter={prefetchWizard}
          onFocus={prefetchWizard}
          data-foot
          sx={{ px: 2.5, py: 1, ...withinReach }}
        >
          Create New Project
        </Button>
      }
    >
      {projects ? (
        <>
          <CutNote of={ownedProjectsQuery()} />
          <Box sx={{ '&:not(:empty)': { mb: 3 } }}>
            <CreatorSteps projects={projects} />
          </Box>
          <Projects projects={projects} view={view} />
          <Box sx={roomForReach} />
        </>
      ) : error ? (
        <ErrorState
          title="Your projects could not be loaded"
          text={errorText(error, 'Failed to fetch owner projects')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <DashboardContentSkeleton />
      )}
      {view.wizard && (
        <Suspense>
          <ProjectWizard key={view.wizard.opening} view={view} draftID={view.wizard.draftID} step={view.wizard.step} />
        </Suspense>
      )}
    </PageFrame>
  )
}

/** /owner-dashboard: the creator's projects by state, and the wizard that creates projects. */
export const OwnerDashboardPage = () => {
  const view = useDashboardView()
  return (
    <>
      <PageTitle title={view.wizard ? 'Create a New Project' : 'Your projects'} />
      <AccessGate>
        <Dashboard view={view} />
      </AccessGate>
    </>
  )
}

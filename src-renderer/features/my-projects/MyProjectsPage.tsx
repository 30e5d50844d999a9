import { Box, MenuItem, Tab, Tabs, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { userProjectsQuery } from '#data/projects.ts'
import { localData } from '#lib/browser-storage.ts'
import { errorText } from '#lib/query-client.ts'
import { workState } from '#shared/rules/statuses.ts'
import { CountPill, waitingDescription } from '#ui/list/CountPill.tsx'
import { CutNote } from '#ui/list/CutNote.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { ProjectCardSkeleton } from '#ui/project/ProjectCardSkeleton.tsx'
import { ActiveProjects } from './ActiveProjects.tsx'
import { CardGrid, type CardLayout, LayoutToggle } from './CardGrid.tsx'
import { countOf, groupProjects } from './project-groups.ts'
import { type RequestMode, requestsQuery } from './queries.ts'
import { RequestList } from './RequestList.tsx'
import { useFirstProject } from './use-first-project.ts'
import { type MyProjectsTab, useMyProjectsView } from './use-my-projects-view.ts'

const useLayout = () => {
  const [layout, setLayout] = useState<CardLayout>(localData.get('cardLayout') === 'list' ? 'list' : 'grid')
  const change = (next: CardLayout) => {
    localData.set('cardLayout', next)
    setLayout(next)
  }
  return [layout, change] as const
}

const Loading = ({ text, layout }: { text: string; layout: CardLayout }) => (
  <div role="status">
    <Typography sx={{ color: 'text.secondary', mb: 2 }}>{text}</Typography>
    <CardGrid layout={layout}>
      {[0, 1, 2, 3].map((key) => (
        <ProjectCardSkeleton key={key} />
      ))}
    </CardGrid>
  </div>
)

type PanelProps = { layout: CardLayout; heading: (text: string) => ReactNode }

const ProjectsPanel = ({ layout, heading }: PanelProps) => {
  const { data: latest, error, refetch, isFetching } = useQuery(userProjectsQuery())
  // Hundreds of cards are rendered in the background, so that a press does not wait for them.
  const data = useDeferredValue(latest)
  if (error && !data)
    return (
      <ErrorState
        title="Error loading projects"
        text={errorText(error, '')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data) return <Loading text="Loading projects..." layout={layout} />
  const { active } = groupProjects(data)
  return (
    <>
      {heading(countOf(active.length, 'project'))}
      <CutNote of={userProjectsQuery()} />
      <ActiveProjects projects={active} layout={layout} />
    </>
  )
}

const RequestsPanel = ({ layout, heading, mode }: PanelProps & { mode: RequestMode }) => {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(requestsQuery(mode))
  useEffect(() => {
    // oxlint-disable-next-line no-console -- MYP-34 names the log; the list is emptied
    if (error) console.error('Failed to load requests', error)
  }, [error])
  // An error takes the place of the emptied list, so that nobody reads it as "no requests".
  if (error)
    return <ErrorState title="Could not load requests" onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data || isPlaceholderData) return <Loading text="Loading requests..." layout={layout} />
  return (
    <>
      {heading(countOf(data.length, 'request'))}
      <CutNote of={requestsQuery(mode)} />
      <RequestList requests={data} mode={mode} layout={layout} />
    </>
  )
}

/** How many invitations wait for the viewer; the list of projects has them, too. */
const useWaitingInvitations = (): number => {
  const { data = [] } = useQuery(userProjectsQuery())
  return data.filter(({ status }) => status === workState.invited).length
}

/** The direction that is shown: the chosen one, else Received, or Sent where only that has something. */
const useShownMode = (chosen: RequestMode | null, isShown: boolean): RequestMode => {
  const isOpen = isShown && chosen === null
  const received = useQuery({ ...requestsQuery('received'), enabled: isOpen })
  const hasNone = isOpen && received.isSuccess && !received.isPlaceholderData && received.data.length === 0
  const sent = useQuery({ ...requestsQuery('sent'), enabled: hasNone })
  return chosen ?? (hasNone && !sent.isPlaceholderData && (sent.data?.length ?? 0) > 0 ? 'sent' : 'received')
}

/** /my-projects: the projects that the viewer works on, and the requests between them and projects. */
export const MyProjectsPage = () => {
  const { tab, mode: chosen, selectTab, selectMode } = useMyProjectsView()
  const mode = useShownMode(chosen, tab === 'requests')
  useFirstProject()
  const [layout, setLayout] = useLayout()
  const waiting = useWaitingInvitations()
  // Only the open panel is in the page, so only its tab can name it.
  const controls = (name: MyProjectsTab) => (tab === name ? { 'aria-controls': `panel-${name}` } : {})
  const heading = (count: string) => (
    <Typography variant="h4" component="h2" aria-live="polite" className="tabular" sx={{ mb: 2 }}>
      {count}
    </Typography>
  )
  return (
    <PageFrame heading="My Projects">
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          mt: 2,
          mb: 3,
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Tabs
          value={tab}
          onChange={(_event, next: MyProjectsTab) => selectTab(next)}
          aria-label="My Projects"
          sx={{ flex: 1, mb: '-1px' }}
        >
          <Tab value="projects" label="Active Projects" id="tab-projects" {...controls('projects')} />
          <Tab
            value="requests"
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                Requests
                <CountPill count={waiting} />
              </Box>
            }
            id="tab-requests"
            {...waitingDescription(waiting, 'invitation')}
            {...controls('requests')}
          />
        </Tabs>
        <LayoutToggle layout={layout} onChange={setLayout} />
      </Box>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'requests' && (
          <TextField
            select
            label="Show"
            value={mode}
            onChange={(event) => selectMode(event.target.value === 'sent' ? 'sent' : 'received')}
            sx={{ mb: 3, width: { xs: '100%', sm: 200 } }}
          >
            <MenuItem value="received">Received</MenuItem>
            <MenuItem value="sent">Sent</MenuItem>
          </TextField>
        )}
        {tab === 'projects' ? (
          <ProjectsPanel layout={layout} heading={heading} />
        ) : (
          <RequestsPanel layout={layout} heading={heading} mode={mode} />
        )}
      </Box>
    </PageFrame>
  )
}

import { Box, Button, IconButton, Link, Tab, Tabs, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Plus, Search, Sparkles } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { BOARD_LIMIT, type Task } from '#shared/contract/task.ts'
import { isManager } from '#shared/rules/membership.ts'
import { boardStatuses } from '#shared/rules/statuses.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { useCapability } from '#data/capabilities.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { useStages } from '#data/stages.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { useToday } from '#lib/use-today.ts'
import { isApiError } from '#lib/api.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { BarAction, barTabs, InBar } from '#ui/layout/WorkspaceBar.tsx'
import { useAskAheadOfDialog } from './task/ask-ahead-of-dialog.ts'
import { taskByNumberQuery } from './data/queries.ts'
import { isNarrowed, type MoreFilters, narrow } from './data/more-filters.ts'
import { filterTasks } from './filters/task-filters.ts'
import { BoardLoading } from './board/BoardLoading.tsx'
import { TaskBoard } from './board/TaskBoard.tsx'
import { TransferMenu } from './import/TransferMenu.tsx'
import { TaskCommands } from './task/TaskCommands.tsx'
import { AssigneeFilter, barSearchWidth, TaskSearch } from './filters/TaskFilters.tsx'
import { useFiltersShown } from './filters/use-filters-shown.ts'
import { TaskMoreFilters } from './filters/TaskMoreFilters.tsx'
import { useTaskSelection } from './filters/use-task-selection.ts'
import { usePlanName } from './plan/use-plan-name.ts'
import { type TasksViewName, useTasksView } from './filters/use-tasks-view.ts'

// People come for the board, so the code of the table and the dialogs is loaded after the board has been painted.
const loadBacklog = () => import('./backlog/TaskBacklog.tsx')
const TaskBacklog = lazyPart(async () => (await loadBacklog()).TaskBacklog)
const TrashList = lazyPart(async () => (await import('./backlog/TrashList.tsx')).TrashList)
const PlanDialog = lazyPart(async () => (await import('./plan/PlanDialog.tsx')).PlanDialog)
const CreateTaskDialog = lazyPart(async () => (await import('./task/CreateTaskDialog.tsx')).CreateTaskDialog)
const TaskDialog = lazyPart(async () => (await import('./task/TaskDialog.tsx')).TaskDialog)
const DIALOGS_AFTER_MS = 1000

/** Whether the dialogs are mounted: a while after the board, so that a click finds them there, or at once when one is open. */
const useLaterDialogs = (isOpen: boolean): boolean => {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), DIALOGS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater || isOpen
}

const none: readonly Task[] = []
const noFilters: MoreFilters = { label: null, priority: null, due: null, blocked: false }
/** By this the focus finds the button when a dialog closes. */
const newTaskMark = { 'data-new-task': '' }
/** An icon, which has its words beside it where there is room for them. */
const planLook = {
  borderRadius: radius.medium,
  gap: 1,
  color: 'primary.main',
  fontFamily: 'inherit',
  fontSize: size.small,
  fontWeight: weight.semibold,
  whiteSpace: 'nowrap',
  '& span': { display: 'none', '@media (min-width: 1400px)': { display: 'inline' } },
} as const
/** The look of a button that reads like a link within its line. */
const inLine = { font: 'inherit', verticalAlign: 'baseline' } as const

const tasksText = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)
const countText = (all: number, shown: number): string => {
  if (all === 0) return 'No tasks yet. Create your first task to get started.'
  const total = all >= BOARD_LIMIT ? `The ${BOARD_LIMIT} tasks changed last` : tasksText(all)
  return shown === all ? total : `${shown} of ${tasksText(all)}`
}

/** How often, every 100 ms, a closed task's card is looked for before the focus goes elsewhere. */
const CARD_LOOKS = 5

/**
 * Returns the focus when a dialog closes. The element that opened it may have been replaced (a card that changed its
 * column), or there was none (a link from elsewhere).
 */
const useReturnedFocus = (openId: string | null) => {
  const area = useRef<HTMLDivElement>(null)
  const last = useRef<string | null>(null)
  useEffect(() => {
    const closed = openId === null ? last.current : null
    last.current = openId
    if (closed === null) return
    const id = CSS.escape(closed)
    const find = (selector: string) => area.current?.querySelector<HTMLElement>(selector)
    let looks = 0
    // A card that has changed its column is not in the page for a moment; one that a filter hides now stays away.
    const opener = () =>
      find(`[data-card="${id}"] a, [data-details="${id}"]`) ??
      (closed === 'new' || looks >= CARD_LOOKS ? document.querySelector<HTMLElement>('[data-new-task]') : undefined)
    // The dialog fades out first, longer on a busy machine, and gives the focus back by itself where it can. The card may be
    // drawn again with what was saved a moment later, and loses the focus then.
    const timer = setInterval(() => {
      const focused = document.activeElement
      if (focused?.closest('[role="dialog"]')) return
      if (focused === document.body) opener()?.focus()
      const now = document.activeElement
      const hasTurned = now !== document.body && now !== opener()
      if (hasTurned || (looks += 1) >= 20) clearInterval(timer)
    }, 100)
    return () => clearInterval(timer)
  }, [openId])
  return area
}

/** The Tasks tab of a project's workspace: Tracker and Backlog, and the dialogs over them. */
export const TasksTab = ({ projectID }: { projectID: string }) => {
  const view = useTasksView(projectID, useCapability('talk', true))
  const role = useProjectRole(projectID)
  const planName = usePlanName()
  const { stages, isPending: areStagesPending } = useStages(projectID)
  const { data, error, isFetching, refetch } = useQuery(projectTasksQuery(projectID))
  const viewer = useQuery({ ...viewerInProjectQuery(projectID), retryOnMount: false }).data
  const { q, assignee } = view
  const all = data ?? none
  const byNumber = view.number === null ? undefined : all.find((task) => task.taskId === view.number)
  const hasMore = useCapability('tasks2', true)
  const isBeyondBoard = hasMore && view.number !== null && data !== undefined && all.length >= BOARD_LIMIT && !byNumber
  const lookUp = useQuery(taskByNumberQuery(projectID, view.number, isBeyondBoard))
  const openID = view.taskID ?? byNumber?.id ?? (isBeyondBoard ? lookUp.data?.id : null) ?? null
  const hasFailed = error !== null && !data
  // A board that cannot be read says so itself, and the task's number means nothing without it.
  const isOpen = openID !== null || (view.number !== null && !hasFailed)
  const area = useReturnedFocus(view.isCreating ? 'new' : openID)
  const hasTransfer = useCapability('import', true)
  const { label, priority, due, blocked } = view
  const more = useMemo(
    () => (hasMore ? { label, priority, due, blocked } : noFilters),
    [hasMore, label, priority, due, blocked],
  )
  const now = useToday()
  const tasks = useMemo(() => narrow(filterTasks(all, q, assignee), more, all, now), [all, q, assignee, more, now])
  const { status } = view
  // A link may name a stage that is gone: it filters nothing.
  const stage = stages.find(({ id }) => id === view.stage)
  const isByStatus = view.view === 'backlog' && (status !== null || stage !== undefined)
  const shown = useMemo(
    () =>
      isByStatus ? tasks.filter((task) => (stage ? stageOf(stages, task) === stage : task.status === status)) : tasks,
    [isByStatus, tasks, status, stages, stage],
  )
  const hasDialogs = useLaterDialogs(view.isCreating || isOpen)
  const filters = useFiltersShown(q !== '' || assignee !== '' || isNarrowed(more))
  const isFiltered = q !== '' || assignee !== '' || isNarrowed(more) || isByStatus
  // Requested and rejected tasks have no column; a line says that they are counted and not on the board.
  const withoutColumn =
    view.view === 'tracker' ? tasks.filter(({ status }) => !boardStatuses.includes(status)).length : 0
  const clearFilters = (
    <Button variant="outlined" onClick={view.clearFilters}>
      Clear filters
    </Button>
  )
  const createFirst = (
    <Button variant="outlined" startIcon={<Plus size={18} aria-hidden />} onClick={view.openNew}>
      Create New Task
    </Button>
  )
  // A link may name what this server does not have.
  const shownView = view.view === 'trash' && !hasMore ? 'tracker' : view.view
  const shownBy = `${assignee} ${q} ${JSON.stringify(more)} ${isByStatus ? `${status} ${stage?.id}` : ''}`
  const selection = useTaskSelection(`${shownView} ${shownBy}`)
  // Only the open panel is in the page, so only its tab can name it.
  const controls = (name: TasksViewName) => (shownView === name ? { 'aria-controls': `panel-${name}` } : {})
  const content = () => {
    if (shownView === 'trash') return <TrashList projectID={projectID} page={view.page} hrefOfPage={view.hrefOfPage} />
    if ((!data && !error) || areStagesPending) return <BoardLoading />
    // After a failure a count of zero would be wrong.
    if (hasFailed) return null
    if (shownView === 'backlog')
      return (
        <TaskBacklog
          projectID={projectID}
          role={role}
          selection={selection}
          all={all}
          tasks={shown}
          fitting={tasks}
          view={view}
          empty={
            isFiltered && all.length > 0
              ? {
                  kind: 'nothingFound',
                  title: 'No tasks match',
                  text: isNarrowed(more) || isByStatus ? 'Try fewer filters.' : 'Try fewer words, or another assignee.',
                  action: clearFilters,
                }
              : {
                  kind: 'tasks',
                  title: 'No tasks yet',
                  text: 'Create your first task to get started',
                  action: createFirst,
                }
          }
        />
      )
    return (
      <TaskBoard
        projectID={projectID}
        tasks={tasks}
        all={all}
        role={role}
        emptyText={isFiltered ? 'No tasks match.' : null}
        linkToTask={view.linkToTask}
        shownBy={shownBy}
        waiting={view.waiting}
        onTemplate={view.openFromTemplate}
      />
    )
  }
  return (
    <Box
      ref={area}
      onClickCapture={useAskAheadOfDialog()}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="h2" sx={visuallyHidden}>
        Tasks
      </Typography>
      <InBar area="views">
        <Tabs
          value={shownView}
          onChange={(_event, next: TasksViewName) => view.selectView(next)}
          aria-label="View"
          sx={barTabs}
        >
          <Tab value="tracker" label="Tracker" id="tab-tracker" {...controls('tracker')} />
          <Tab
            value="backlog"
            label="Backlog"
            id="tab-backlog"
            onPointerEnter={() => void loadBacklog()}
            onFocus={() => void loadBacklog()}
            {...controls('backlog')}
          />
          {hasMore && <Tab value="trash" label="Trash" id="tab-trash" {...controls('trash')} />}
        </Tabs>
      </InBar>
      {shownView !== 'trash' && (
        <InBar area="search">
          {filters.hasSwitch ? (
            <IconButton
              aria-label="Search and filters"
              aria-expanded={filters.isShown}
              onClick={filters.toggle}
              sx={{ color: filters.isShown ? 'primary.main' : 'text.secondary' }}
            >
              <Search size={20} aria-hidden />
            </IconButton>
          ) : (
            <TaskSearch q={q} onSearch={view.search} width={barSearchWidth} />
          )}
        </InBar>
      )}
      <InBar area="actions">
        {isManager(role) && (
          <IconButton aria-label={planName} onClick={view.openPlan} sx={planLook}>
            <Sparkles size={18} aria-hidden />
            <span>{planName}</span>
          </IconButton>
        )}
        {hasTransfer && <TransferMenu projectID={projectID} role={role} />}
        <BarAction label="Create New Task" icon={Plus} onClick={view.openNew} marks={newTaskMark} />
      </InBar>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, alignItems: 'center' }}>
        {data && shownView !== 'trash' && (
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 1,
              alignItems: 'baseline',
              color: 'text.secondary',
              fontSize: size.small,
              mr: 'auto',
            }}
          >
            <Box component="span" aria-live="polite" className="tabular">
              {countText(all.length, shown.length)}
            </Box>
            {withoutColumn > 0 && (
              <Box component="span" title="Requested and rejected tasks have no column.">
                {withoutColumn} in the{' '}
                <Link component="button" type="button" onClick={() => view.selectView('backlog')} sx={inLine}>
                  Backlog
                </Link>{' '}
                only
              </Box>
            )}
            {isFiltered && view.view === 'tracker' && tasks.length === 0 && (
              <Link component="button" type="button" onClick={view.clearFilters} sx={inLine}>
                Clear filters
              </Link>
            )}
          </Box>
        )}
        {shownView !== 'trash' && filters.isShown && (
          <Box
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', lg: 'nowrap' },
              gap: 1,
              flex: { xs: '1 1 100%', lg: '0 1 auto' },
              minWidth: 0,
            }}
          >
            {filters.hasSwitch && <TaskSearch q={q} onSearch={view.search} width="100%" />}
            <AssigneeFilter
              tasks={all}
              viewerID={viewer?.userID}
              assignee={assignee}
              onAssignee={view.selectAssignee}
            />
            {hasMore && (
              <TaskMoreFilters
                projectID={projectID}
                filters={more}
                onChange={view.filter}
                stages={
                  view.view === 'backlog' && stages.length > 0
                    ? { all: stages, chosen: view.stage, onChange: view.selectStage }
                    : null
                }
                onClear={isFiltered ? view.clearFilters : null}
              />
            )}
          </Box>
        )}
      </Box>
      {hasFailed && (
        <ErrorState
          title="Failed to fetch tasks"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      <Box role="tabpanel" id={`panel-${shownView}`} aria-labelledby={`tab-${shownView}`} sx={{ minWidth: 0 }}>
        <Suspense fallback={<BoardLoading />}>{content()}</Suspense>
      </Box>
      <TaskCommands
        projectID={projectID}
        role={role}
        viewer={viewer}
        tasks={all}
        openID={openID}
        view={view}
        selection={shownView === 'backlog' && hasMore ? selection : null}
      />
      {view.isPlanning && isManager(role) && (
        <Suspense fallback={null}>
          <PlanDialog projectID={projectID} role={role} onClose={view.close} />
        </Suspense>
      )}
      {hasDialogs && (
        <Suspense fallback={null}>
          <CreateTaskDialog
            projectID={projectID}
            role={role}
            isOpen={view.isCreating}
            onClose={view.close}
            onCreated={view.close}
          />
          <TaskDialog
            projectID={projectID}
            taskID={openID}
            isOpen={isOpen}
            isGone={data !== undefined && openID === null && !(isBeyondBoard && !lookUp.isSuccess)}
            lookUp={isBeyondBoard ? lookUp : null}
            role={role}
            onClose={view.close}
          />
        </Suspense>
      )}
    </Box>
  )
}

import { Badge, Box, Button, Chip, IconButton, Typography } from '@mui/material'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OpenTask, SavedTask } from '#shared/contract/open-tasks.ts'
import { useCapability } from '#data/capabilities.ts'
import { useAddressState } from '#lib/address-state.ts'
import { errorText } from '#lib/query-client.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { FilterDrawer } from '#ui/list/FilterDrawer.tsx'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { quietField } from '#ui/list/quiet-field.ts'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { radius, staleMotion } from '#ui/look/tokens.ts'
import { chipLine } from './chip-line.ts'
import { MarketHead } from './MarketHead.tsx'
import {
  isTaskListNarrowed,
  listQueryOf,
  openTaskAddress,
  setFilters,
  TASK_QUERY_MAX,
  taskSortChoices,
  withoutTaskFilters,
} from './open-task-filters.ts'
import { OpenTaskFields, type TaskFilterProps } from './OpenTaskFields.tsx'
import { openTasksQuery, savedTasksQuery } from '#data/open-tasks.ts'
import { OpenTaskCard } from './OpenTaskCard.tsx'
import { OwnSearches } from './OwnSearches.tsx'
import {
  isSameTaskSearch,
  isTaskSearchWorthSaving,
  taskFiltersOf,
  taskSearchName,
  taskSearchOf,
} from './saved-search.ts'
import { SaveSearch } from './SaveSearch.tsx'

const listLook = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  '& > li': { display: 'grid' },
} as const

const NoTasks = ({ filters, change }: TaskFilterProps) =>
  isTaskListNarrowed(filters) ? (
    <EmptyState
      kind="nothingFound"
      title="No open task matches."
      action={
        <Button variant="outlined" onClick={() => change({ ...withoutTaskFilters, q: '' })}>
          Clear
        </Button>
      }
    />
  ) : (
    <EmptyState kind="projects" title="No task is open yet." text="Tasks that anybody may take appear here." />
  )

const FilterSheet = (props: TaskFilterProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const set = setFilters(props.filters).length
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <Badge badgeContent={set} color="primary">
        <IconButton
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={set > 0 ? `Filters, ${set} set` : 'Filters'}
          onClick={() => setIsOpen(true)}
          sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, width: 44, height: 44 }}
        >
          <SlidersHorizontal size={18} aria-hidden />
        </IconButton>
      </Badge>
      <FilterDrawer
        anchor="bottom"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        showLabel="Show tasks"
        onClear={set > 0 ? () => props.change(withoutTaskFilters) : null}
      >
        <OpenTaskFields {...props} />
      </FilterDrawer>
    </Box>
  )
}

type ListHeadProps = TaskFilterProps & { count: string; canSave: boolean }
const ListHead = ({ filters, change, count, canSave }: ListHeadProps) => (
  <Box sx={{ mb: 1.5, display: 'grid', gap: 1 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
      <Typography variant="body2" role="status" sx={{ flex: '1 1 auto', color: 'text.secondary' }}>
        {count}
      </Typography>
      {canSave && (
        <SaveSearch
          kind="tasks"
          asked={{ tasks: taskSearchOf(filters) }}
          nameFor={(max) => taskSearchName(filters, max)}
          isWorthIt={isTaskSearchWorthSaving(filters)}
          isSame={({ tasks }) => tasks !== null && isSameTaskSearch(taskFiltersOf(tasks), filters)}
        />
      )}
      {!filters.saved && (
        <FilterSelect
          label="Sort by"
          all="Newest"
          choices={taskSortChoices}
          value={filters.sort === 'newest' ? null : filters.sort}
          onChange={(sort) => change({ sort })}
          sx={{ ...quietField, width: 164 }}
        />
      )}
    </Box>
    {setFilters(filters).length > 0 && (
      <Box role="group" aria-label="Active filters" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {setFilters(filters).map(({ label, without }) => (
          <Chip
            key={label}
            size="small"
            label={label}
            aria-label={`Remove the filter ${label}`}
            onClick={() => change(without)}
            onDelete={() => change(without)}
          />
        ))}
        <Button size="small" color="inherit" onClick={() => change(withoutTaskFilters)}>
          Clear filters
        </Button>
      </Box>
    )}
  </Box>
)

const ListSkeleton = () => (
  <Box component="ul" aria-label="Loading open tasks" sx={listLook}>
    {[0, 1, 2, 3].map((row) => (
      <li key={row}>
        <CardSkeleton lines={5} />
      </li>
    ))}
  </Box>
)

/** The tasks of the view, from the list or from what is saved, and how their reading goes. */
const useTasks = ({ filters }: Pick<TaskFilterProps, 'filters'>) => {
  const list = useInfiniteQuery({ ...openTasksQuery(listQueryOf(filters)), enabled: !filters.saved })
  const saved = useQuery(savedTasksQuery(filters.saved))
  const read = filters.saved ? saved : list
  // What was there stays while another list cannot be read.
  const [kept, setKept] = useState(list.data)
  if (list.data && list.data !== kept) setKept(list.data)
  const pages = (list.data ?? (list.error ? kept : undefined))?.pages
  const tasks: ReadonlyArray<OpenTask | SavedTask> | undefined = filters.saved
    ? saved.data
    : pages?.flatMap(({ data }) => data)
  const more = filters.saved ? null : list.hasNextPage ? list : null
  return {
    tasks,
    more,
    error: read.error,
    isFetching: read.isFetching,
    refetch: read.refetch,
    isStale: !filters.saved && list.isPlaceholderData,
  }
}

/** The view without any filter. */
const everyTask = { ...openTaskAddress.plain, view: 'tasks' } as const

/** /market?view=tasks: tasks that are free to take or to apply for. */
export const OpenTasksView = () => {
  const { values: filters, go } = useAddressState(openTaskAddress)
  const area = useRef<HTMLElement>(null)
  useRowKeys(area)
  const change = (next: Parameters<typeof go>[0]) => go(next)
  const { tasks, more, error, isFetching, refetch, isStale } = useTasks({ filters })
  const count =
    tasks && !error ? `${tasks.length}${more ? '+' : ''} ${tasks.length === 1 && !more ? 'task' : 'tasks'}` : ''
  const fields = { filters, change }
  const canSave = useCapability('market', true)
  return (
    <PageFrame isWide title="Open tasks">
      <MarketHead view="tasks" title="Open tasks" lead="Tasks that you can take without an interview." />
      <Box sx={{ display: 'flex', alignItems: 'end', gap: 1, mt: { xs: 1.5, sm: 3 } }}>
        <SearchBox
          label="Search open tasks"
          placeholder="Title, text, skill or project"
          maxLength={TASK_QUERY_MAX}
          q={filters.q}
          onSearch={(q) => go({ q }, { replace: true })}
        />
        <FilterSheet {...fields} />
      </Box>
      {canSave && (
        <Box sx={{ ...chipLine, mt: { xs: 0.5, sm: 2 }, '&:empty': { display: 'none' } }}>
          <OwnSearches
            kind="tasks"
            isOn={({ tasks }) => tasks !== null && isSameTaskSearch(taskFiltersOf(tasks), filters)}
            onPress={({ tasks }, isOn) => change(isOn || !tasks ? everyTask : taskFiltersOf(tasks))}
          />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '248px minmax(0, 1fr)' },
          mt: { xs: 0.5, sm: 2 },
        }}
      >
        <Box component="aside" aria-label="Filters" sx={{ display: { xs: 'none', md: 'block' }, pt: 1 }}>
          <OpenTaskFields {...fields} />
        </Box>
        <Box component="section" aria-label="Results" ref={area} sx={{ minWidth: 0 }}>
          <ListHead {...fields} count={count} canSave={canSave} />
          {error && (
            <Box sx={{ mb: 2 }}>
              <ErrorState
                title={errorText(error, 'Failed to load the open tasks')}
                onRetry={() => void refetch()}
                isRetrying={isFetching}
              />
            </Box>
          )}
          {tasks === undefined && !error && (
            <DelayedSkeleton>
              <ListSkeleton />
            </DelayedSkeleton>
          )}
          {tasks?.length === 0 && !error && <NoTasks {...fields} />}
          {tasks !== undefined && tasks.length > 0 && (
            <Box
              component="ul"
              aria-label="Open tasks"
              aria-busy={isStale}
              sx={{ ...listLook, opacity: isStale ? 0.6 : 1, transition: staleMotion }}
            >
              {tasks.map((task) => (
                <li key={task.id}>
                  <OpenTaskCard task={task} />
                </li>
              ))}
            </Box>
          )}
          {more && (
            <Box sx={{ mt: 3, textAlign: 'center' }}>
              <Button variant="outlined" loading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
                Show more
              </Button>
            </Box>
          )}
        </Box>
      </Box>
    </PageFrame>
  )
}

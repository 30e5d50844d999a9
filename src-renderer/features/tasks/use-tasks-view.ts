import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readSort, sortText, type TableSort } from '../../ui/table-sort.ts'

export type TasksViewName = 'tracker' | 'backlog'
/** Whose tasks are shown: a person's id, or those of nobody. */
export const NOBODY = 'none'
const NEW = 'new'

type Changes = Partial<Record<'view' | 'q' | 'assignee' | 'sort' | 'page' | 'task', string | null>>

/** The columns of the Backlog that can be sorted. */
const SORTED_BY = ['title', 'status', 'assignee', 'createdAt', 'updatedAt'] as const

/** Everything about the Tasks tab that its address says: view, filters, sort, page, and which dialog is open. */
export const useTasksView = () => {
  const location = useLocation()
  const { search } = location
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const searchWith = useCallback(
    (changes: Changes): string => {
      const next = new URLSearchParams(search)
      for (const [key, value] of Object.entries(changes))
        if (value) next.set(key, value)
        else next.delete(key)
      return `?${next.toString()}`
    },
    [search],
  )
  /** A link that opens a task's dialog over what is there; closing it goes back. */
  const linkToTask = useCallback(
    (id: string) => ({
      to: { search: searchWith({ task: id }) },
      state: { isOpenedHere: true },
      preventScrollReset: true,
    }),
    [searchWith],
  )
  const open = useCallback(
    (id: string) => {
      const { to, ...options } = linkToTask(id)
      void navigate(to, options)
    },
    [linkToTask, navigate],
  )
  const show = (changes: Changes) =>
    void navigate({ search: searchWith(changes) }, { replace: true, preventScrollReset: true })
  const close = () => {
    const state: unknown = location.state
    if (typeof state === 'object' && state !== null && 'isOpenedHere' in state) void navigate(-1)
    else show({ task: null })
  }
  const task = params.get('task')
  const view: TasksViewName = params.get('view') === 'backlog' ? 'backlog' : 'tracker'
  return {
    view,
    q: params.get('q') ?? '',
    assignee: params.get('assignee') ?? '',
    sort: readSort(params.get('sort'), SORTED_BY),
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    isCreating: task === NEW,
    taskID: task === NEW ? null : task,
    linkToTask,
    openTask: open,
    openNew: () => open(NEW),
    close,
    selectView: (view: TasksViewName) => show({ view: view === 'backlog' ? view : null, page: null }),
    search: (q: string) => show({ q: q.trim(), page: null }),
    clearFilters: () => show({ q: null, assignee: null, page: null }),
    selectAssignee: (assignee: string) => show({ assignee, page: null }),
    changeSort: (sort: TableSort | null) => show({ sort: sort && sortText(sort), page: null }),
    hrefOfPage: (page: number) => searchWith({ page: page > 1 ? String(page) : null }),
  }
}

/** A step that leaves the dialog: to another page, or to the same without it. */
export const leavesDialog = (
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean =>
  from.pathname !== to.pathname ||
  new URLSearchParams(from.search).get('task') !== new URLSearchParams(to.search).get('task')

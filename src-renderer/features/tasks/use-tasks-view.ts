import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { addressState, oneOf, pageNumber, text, useAddressState } from '../../lib/address-state.ts'
import { sortedBy, type TableSort } from '../../ui/table-sort.ts'

export type TasksViewName = 'tracker' | 'backlog'
/** Stands in the filter for the tasks of nobody, in place of a person's ID. */
export const NOBODY = 'none'
const NEW = 'new'

const tasksAddress = addressState({
  view: oneOf(['tracker', 'backlog'], 'tracker'),
  q: text(),
  assignee: text(),
  /** The columns of the Backlog that can be sorted. */
  sort: sortedBy(['title', 'status', 'assignee', 'createdAt', 'updatedAt']),
  page: pageNumber,
  /** The task whose dialog is open, or `new`. */
  task: text(),
})
type TasksAddress = typeof tasksAddress.plain

/** The part of the Tasks tab's state that is in the address: view, filters, sort, page, and the open dialog. */
export const useTasksView = () => {
  const { values, hrefOf, go } = useAddressState(tasksAddress)
  const state: unknown = useLocation().state
  const navigate = useNavigate()
  /** A link that opens a task's dialog over the current view; closing the dialog goes back. */
  const linkToTask = useCallback(
    (id: string) => ({ to: hrefOf({ task: id }), state: { isOpenedHere: true }, preventScrollReset: true }),
    [hrefOf],
  )
  const open = useCallback((id: string) => go({ task: id }, { state: { isOpenedHere: true } }), [go])
  /** Changes the filters or the order, and goes back to the first page. */
  const show = (change: Partial<TasksAddress>) => go({ ...change, page: 1 }, { replace: true })
  const close = () => {
    if (typeof state === 'object' && state !== null && 'isOpenedHere' in state) void navigate(-1)
    else go({ task: '' }, { replace: true })
  }
  const { task, ...shown } = values
  return {
    ...shown,
    isCreating: task === NEW,
    taskID: task === NEW || task === '' ? null : task,
    linkToTask,
    openTask: open,
    openNew: () => open(NEW),
    close,
    selectView: (view: TasksViewName) => show({ view }),
    search: (q: string) => show({ q: q.trim() }),
    clearFilters: () => show({ q: '', assignee: '' }),
    selectAssignee: (assignee: string) => show({ assignee }),
    changeSort: (sort: TableSort | null) => show({ sort }),
    hrefOfPage: (page: number) => hrefOf({ page }),
  }
}

/** What an address has opened: a task's dialog, or a notice of the inbox, beside whose list a task stands, too. */
const openedBy = (search: string) => ['task', 'notice'].map((name) => new URLSearchParams(search).get(name)).join(' ')

/** Whether a move leaves the task: to another page, or to the same page without it. */
export const leavesDialog = (
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean => from.pathname !== to.pathname || openedBy(from.search) !== openedBy(to.search)

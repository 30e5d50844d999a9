import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useMatch, useNavigate } from 'react-router-dom'
import { type Task, taskPriorities } from '#shared/contract/index.ts'
import { dueFilters } from '#shared/contract/task.ts'
import { addressState, flag, oneOf, pageNumber, type Param, text, useAddressState } from '#lib/address-state.ts'
import { pages, paths } from '#lib/paths.ts'
import { sortedBy, type TableSort } from '#ui/list/table-sort.ts'
import type { TaskColumn } from '../data/columns.ts'
import type { MoreFilters } from '../data/more-filters.ts'

export type TasksViewName = 'tracker' | 'backlog' | 'trash'
/** Shown in the filter for the tasks of nobody, in place of a person's ID. */
export const NOBODY = 'none'
const NEW = 'new'
const PLAN = 'plan'

/** The number of a label or stage; null for none. */
const numberOf: Param<number | null> = {
  read: (typed) => {
    const number = Number(typed)
    return typed !== null && Number.isSafeInteger(number) && number > 0 ? number : null
  },
  write: (number) => (number === null ? null : String(number)),
}

const noFilters = {
  q: '',
  assignee: '',
  status: null,
  stage: null,
  label: null,
  priority: null,
  due: null,
  blocked: false,
} as const

const tasksAddress = addressState({
  view: oneOf(['tracker', 'backlog', 'trash'], 'tracker'),
  q: text(),
  assignee: text(),
  /** Only tasks of this status; the Tracker has a column for each and does not filter by it. */
  status: oneOf([0, 1, 2, 3, 4, 5], null),
  /** The same of a stage. */
  stage: numberOf,
  label: numberOf,
  priority: oneOf(taskPriorities, null),
  due: oneOf(dueFilters, null),
  blocked: flag,
  /** The columns of the Backlog that can be sorted. */
  sort: sortedBy([
    'taskId',
    'title',
    'status',
    'assignee',
    'createdAt',
    'updatedAt',
    'dueOn',
    'priority',
    'labels',
    'reward',
  ]),
  page: pageNumber,
  /** How the column Under Review is sorted. */
  review: oneOf(['place', 'waiting'], 'place'),
  /** The task whose dialog is open, or `new` or `plan`. */
  task: text(),
})
type TasksAddress = typeof tasksAddress.plain

type NumberedTask = Pick<Task, 'id' | 'taskId'>

/**
 * The part of the Tasks tab's state that is in the address: view, filters, sort, page, and the open dialog. A task's own
 * address has its number in the path where `hasNumbers` says that the server knows such addresses, else its ID in the query.
 */
export const useTasksView = (projectID: string, hasNumbers: boolean) => {
  const { values: all } = useAddressState(tasksAddress)
  // The open dialog apart: what is behind it stays the same when it opens or closes.
  const { task, ...shown } = all
  const plain = tasksAddress.write({ ...all, task: '' })
  const values = useMemo(() => tasksAddress.read(new URLSearchParams(plain)), [plain])
  const number = useMatch(pages.taskByNumber.at)?.params.number ?? null
  const state: unknown = useLocation().state
  const navigate = useNavigate()
  /** The address of the tab itself with these values changed and no dialog open unless they name one, or of a task over it. */
  const hrefOf = useCallback(
    (change: Partial<TasksAddress>, path = paths.projectTab(projectID, 'tasks')) =>
      path + tasksAddress.write({ ...values, ...change }),
    [projectID, values],
  )
  const go = useCallback(
    (change: Partial<TasksAddress>, options?: NavigateOptions) =>
      void navigate(hrefOf(change), { preventScrollReset: true, ...options }),
    [hrefOf, navigate],
  )
  /** A link that opens a task's dialog over the current view; closing the dialog goes back. */
  const linkToTask = useCallback(
    (task: NumberedTask) => ({
      to:
        hasNumbers && task.taskId ? hrefOf({}, paths.taskByNumber(projectID, task.taskId)) : hrefOf({ task: task.id }),
      state: { isOpenedHere: true },
      preventScrollReset: true,
    }),
    [hrefOf, hasNumbers, projectID],
  )
  // What a press does is the same function as long as the filters are the same, so that a dialog that opens or closes draws
  // nothing of the board behind it again.
  const acts = useMemo(() => {
    /** Changes the filters or the order, and goes back to the first page. */
    const show = (change: Partial<TasksAddress>) => go({ ...change, page: 1 }, { replace: true })
    return {
      openTask: (task: NumberedTask) => {
        const { to, ...options } = linkToTask(task)
        void navigate(to, options)
      },
      openNew: () => go({ task: NEW }, { state: { isOpenedHere: true } }),
      /** Opens the form for a new task of that column, filled from a template. */
      openFromTemplate: ({ status, stage }: TaskColumn, templateID: string) =>
        go(
          { task: NEW },
          { state: { isOpenedHere: true, begin: { status, templateID, ...(stage && { stageID: stage.id }) } } },
        ),
      openPlan: () => go({ task: PLAN }, { state: { isOpenedHere: true } }),
      selectView: (view: TasksViewName) => show({ view }),
      search: (q: string) => show({ q: q.trim() }),
      clearFilters: () => show(noFilters),
      selectAssignee: (assignee: string) => show({ assignee }),
      selectStatus: (status: TasksAddress['status']) => show({ status, stage: null }),
      selectStage: (stage: number | null) => show({ stage, status: null }),
      filter: (change: Partial<MoreFilters>) => show(change),
      changeSort: (sort: TableSort | null) => show({ sort }),
      hrefOfPage: (page: number) => hrefOf({ page }),
    }
  }, [go, hrefOf, linkToTask, navigate])
  const waiting = useMemo(
    () => ({
      isOn: values.review === 'waiting',
      onChange: (isOn: boolean) => go({ review: isOn ? 'waiting' : 'place' }, { replace: true }),
    }),
    [go, values.review],
  )
  const close = () => {
    if (typeof state === 'object' && state !== null && 'isOpenedHere' in state) void navigate(-1)
    else go({}, { replace: true })
  }
  return {
    ...shown,
    ...acts,
    isCreating: task === NEW,
    isPlanning: task === PLAN,
    taskID: [NEW, PLAN, ''].includes(task) ? null : task,
    /** The number of the task whose address this is; null where the address names none by number. */
    number,
    linkToTask,
    close,
    waiting,
  }
}

/** What an address has opened: a task's dialog, or a notice of the inbox, beside whose list a task is, too. */
const openedBy = (search: string) => ['task', 'notice'].map((name) => new URLSearchParams(search).get(name)).join(' ')

/** Whether a move leaves the task: to another page, or to the same page without it. */
export const leavesDialog = (
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean => from.pathname !== to.pathname || openedBy(from.search) !== openedBy(to.search)

import { useLocation, useNavigate } from 'react-router-dom'
import { addressState, oneOf, pageNumber, text, useAddressState } from '#lib/address-state.ts'
import { type ShownLabel, shownLabels } from './private-labels.ts'
import { analyticsParams, type AnalyticsView } from './analytics-view.ts'
import { type CollaboratorFilters, filterParams } from './collaborator-filters.ts'
import { type LedgerPeriod, ledgerPeriods } from './ledger-period.ts'

export const collaboratorViews = ['collaborators', 'payments', 'analytics', 'requests'] as const
export type CollaboratorsView = (typeof collaboratorViews)[number]
export type RequestDirection = 'received' | 'sent'

/** The dialogs that have an address: inviting, paying several people, changing a role, voiding an entry. */
export type CollaboratorsDialog = 'invite' | 'bulk' | 'role' | 'void'
const dialogs: readonly CollaboratorsDialog[] = ['invite', 'bulk', 'role', 'void']

const collaboratorsAddress = addressState({
  view: oneOf(collaboratorViews, 'collaborators'),
  ...filterParams,
  type: oneOf<RequestDirection, 'received'>(['received', 'sent'], 'received'),
  by: oneOf(['answer'] as const, null),
  /** The application that is opened, and the private label that the list is narrowed to. */
  request: text(40),
  label: oneOf(shownLabels, null),
  ...analyticsParams,
  /** The task that a payment is to be recorded for. */
  task: text(40),
  /** The time of the ledger; null for all. */
  period: oneOf(ledgerPeriods, null),
  page: pageNumber,
  dialog: oneOf(dialogs, null),
  for: text(),
})

/** View, filters, page and open dialog. */
export const useCollaboratorsView = () => {
  const { values, hrefOf, go } = useAddressState(collaboratorsAddress)
  const state: unknown = useLocation().state
  const navigate = useNavigate()
  const isOpenedHere = typeof state === 'object' && state !== null && 'isOpenedHere' in state
  const { view, q, role, status, type: direction, by, page, dialog, for: subject } = values
  return {
    view,
    /** All else belongs to one view, and is gone when another is chosen. */
    selectView: (next: CollaboratorsView) => go({ ...collaboratorsAddress.plain, view: next }),
    filters: { q, role, status },
    /** Any change goes back to the first page. Typing adds no steps to the history. */
    filter: (change: Partial<CollaboratorFilters>) => go({ ...change, page: 1 }, { replace: true }),
    direction,
    selectDirection: (type: RequestDirection) => go({ type, request: '' }, { replace: true }),
    /** Whether requests are sorted by their answer dates, the nearest first. */
    isByAnswer: by === 'answer',
    /** The opened application, or null. */
    openedID: values.request || null,
    /** A link that opens an application beside the list. */
    linkTo: (id: string) => ({ to: hrefOf({ request: id }), state: { isOpenedHere: true }, preventScrollReset: true }),
    /** Opens another application in place of the one that is open, so that back leads to the list. */
    replaceBy: (id: string) => go({ request: id }, { replace: true, state }),
    /** Goes back to the list. */
    closeApplication: () => {
      if (isOpenedHere) void navigate(-1)
      else go({ request: '' }, { replace: true })
    },
    label: values.label,
    narrow: (label: ShownLabel | null) => go({ label }, { replace: true, state }),
    sortByAnswer: (isSorted: boolean) => go({ by: isSorted ? 'answer' : null }, { replace: true, state }),
    /** What the analytics are about. A change is no step in the history. */
    analytics: { span: values.span, from: values.from, to: values.to, load: values.load } satisfies AnalyticsView,
    changeAnalytics: (change: Partial<AnalyticsView>) => go(change, { replace: true }),
    /** The ID of the task that the form for a payment begins with, or empty. */
    taskToPay: values.task,
    period: values.period,
    choosePeriod: (period: LedgerPeriod | null) => go({ period, page: 1 }, { replace: true }),
    page,
    hrefOfPage: (next: number) => hrefOf({ page: next }),
    dialog,
    /** The ID of the person or entry that the dialog is about. */
    subject: subject || null,
    openDialog: (next: CollaboratorsDialog, about: string | null = null) => go({ dialog: next, for: about ?? '' }),
    closeDialog: () => go({ dialog: null, for: '' }, { replace: true }),
  }
}

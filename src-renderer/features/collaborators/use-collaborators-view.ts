import { addressState, oneOf, pageNumber, text, useAddressState } from '../../lib/address-state.ts'
import { type CollaboratorFilters, filterParams } from './collaborator-filters.ts'

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
  page: pageNumber,
  dialog: oneOf(dialogs, null),
  for: text(),
})

/** View, filters, page and open dialog. */
export const useCollaboratorsView = () => {
  const { values, hrefOf, go } = useAddressState(collaboratorsAddress)
  const { view, q, role, status, type: direction, by, page, dialog, for: subject } = values
  return {
    view,
    /** All else belongs to one view, and is gone when another is chosen. */
    selectView: (next: CollaboratorsView) => go({ ...collaboratorsAddress.plain, view: next }),
    filters: { q, role, status },
    /** Any change goes back to the first page. Typing adds no steps to the history. */
    filter: (change: Partial<CollaboratorFilters>) => go({ ...change, page: 1 }, { replace: true }),
    direction,
    selectDirection: (type: RequestDirection) => go({ type }, { replace: true }),
    /** Whether requests are sorted by their answer dates, the nearest first. */
    isByAnswer: by === 'answer',
    sortByAnswer: (isSorted: boolean) => go({ by: isSorted ? 'answer' : null }, { replace: true }),
    page,
    hrefOfPage: (next: number) => hrefOf({ page: next }),
    dialog,
    /** The ID of the person or entry that the dialog is about. */
    subject: subject || null,
    openDialog: (next: CollaboratorsDialog, about: string | null = null) => go({ dialog: next, for: about ?? '' }),
    closeDialog: () => go({ dialog: null, for: '' }, { replace: true }),
  }
}

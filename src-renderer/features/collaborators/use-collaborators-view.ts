import { useSearchParams } from 'react-router-dom'
import { type CollaboratorFilters, readFilters } from './collaborator-filters.ts'

export const collaboratorViews = ['collaborators', 'payments', 'analytics', 'requests'] as const
export type CollaboratorsView = (typeof collaboratorViews)[number]
export type RequestDirection = 'received' | 'sent'

/** Dialogs that have an address: inviting, paying several, one member's role, one entry to void. */
export type CollaboratorsDialog = 'invite' | 'bulk' | 'role' | 'void'
const dialogs: readonly CollaboratorsDialog[] = ['invite', 'bulk', 'role', 'void']

/** Belongs to one view: gone when another is chosen. */
const ofOneView = ['q', 'role', 'status', 'type', 'page', 'dialog', 'for']

const pageIn = (params: URLSearchParams): number => {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** View, filters, page and open dialog, kept in the address so that back, reload and sharing work. */
export const useCollaboratorsView = () => {
  const [params, setParams] = useSearchParams()
  const write = (change: Readonly<Record<string, string | null>>, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(change)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  const direction: RequestDirection = params.get('type') === 'sent' ? 'sent' : 'received'
  return {
    view: collaboratorViews.find((view) => view === params.get('view')) ?? 'collaborators',
    selectView: (view: CollaboratorsView) =>
      write(
        { ...Object.fromEntries(ofOneView.map((key) => [key, null])), view: view === 'collaborators' ? null : view },
        false,
      ),
    filters: readFilters(params),
    /** Any change leads back to the first page; typing makes no steps in the history. */
    filter: (change: Partial<CollaboratorFilters>) => write({ ...change, page: null }, true),
    direction,
    selectDirection: (type: RequestDirection) => write({ type: type === 'sent' ? type : null }, true),
    page: pageIn(params),
    hrefOfPage: (page: number) => {
      const next = new URLSearchParams(params)
      if (page > 1) next.set('page', String(page))
      else next.delete('page')
      return `?${next.toString()}`
    },
    dialog: dialogs.find((dialog) => dialog === params.get('dialog')) ?? null,
    /** Whom or what the dialog is about. */
    subject: params.get('for'),
    openDialog: (dialog: CollaboratorsDialog, subject: string | null = null) => write({ dialog, for: subject }, false),
    closeDialog: () => write({ dialog: null, for: null }, true),
  }
}

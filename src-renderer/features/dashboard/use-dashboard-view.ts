import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { addressState, flag, oneOf, text, useAddressState } from '#lib/address-state.ts'
import { type DashboardSort, dashboardSorts } from './project-order.ts'
import { type ProjectTab, projectTabs } from './project-tabs.ts'

export const wizardSteps = ['details', 'tasks'] as const
export type WizardStep = (typeof wizardSteps)[number]

const dashboardAddress = addressState({
  tab: oneOf(projectTabs, 'active'),
  /** Words that a project's title, organization or skills must have. */
  q: text(100),
  sort: oneOf(dashboardSorts, 'newest'),
  /** The wizard, empty or with the draft of this ID at one of its steps. */
  new: flag,
  draft: text(),
  step: oneOf(wizardSteps, 'details'),
})

/** The part of the view that is kept in the history entry, beside the address. */
type EntryState = {
  /** The wizard was opened from the dashboard, so closing it goes back. */
  isOpenedHere?: boolean
  /** The name of the wizard as it was opened; it stays the same wizard when its new project gets an address. */
  opening?: string
}
const stateOf = ({ state }: Location): EntryState =>
  typeof state === 'object' && state !== null ? (state as EntryState) : {}

/**
 * The name of the wizard that an address opens; null for none. Addresses with the same name show the same form, which
 * keeps its text.
 */
export const wizardOf = (location: Location): string | null => {
  const { draft, new: isNew } = dashboardAddress.read(new URLSearchParams(location.search))
  if (!draft && !isNew) return null
  return stateOf(location).opening ?? (draft || 'new')
}

/** The dashboard's tab and its wizard. Both are in the address, so that back, reload and sharing work. */
export const useDashboardView = () => {
  const location = useLocation()
  const navigate = useNavigate()
  const { values, hrefOf, go } = useAddressState(dashboardAddress)
  const { tab, q, sort, draft: draftID, step } = values
  const opening = wizardOf(location)
  const closed = { ...dashboardAddress.plain, tab, q, sort }
  const empty = { ...closed, new: true }
  const isOpenedHere: EntryState = { isOpenedHere: true }
  return {
    tab,
    q,
    sort,
    search: (next: string) => go({ ...closed, q: next }, { replace: true }),
    sortBy: (next: DashboardSort) => go({ ...closed, sort: next }),
    wizard: opening ? { opening, draftID: draftID || null, step: draftID ? step : wizardSteps[0] } : null,
    newAddress: hrefOf(empty),
    /** The list of all active projects with those first that need their owner; null where it is open. */
    waitingAddress:
      tab === 'active' && sort === 'waiting' && !q
        ? null
        : hrefOf({ ...closed, tab: 'active', q: '', sort: 'waiting' }),
    draftAddress: (draft: string) => hrefOf({ ...closed, draft }),
    selectTab: (next: ProjectTab) => go({ ...closed, tab: next }),
    openNew: () => go(empty, { state: isOpenedHere }),
    openDraft: (draft: string) => go({ ...closed, draft }, { state: isOpenedHere }),
    /** Shows a step of the open wizard, whose project exists now. */
    showStep: (draft: string, step: WizardStep) =>
      go(
        { ...closed, draft, step },
        { replace: true, state: { ...stateOf(location), ...(opening && { opening }) } satisfies EntryState },
      ),
    closeWizard: () => {
      if (stateOf(location).isOpenedHere) void navigate(-1)
      else go(closed, { replace: true })
    },
    /** Closes the wizard at the step where its project is now. */
    finishWizard: (next: ProjectTab) => go({ ...closed, tab: next }, { replace: true }),
  }
}
export type DashboardView = ReturnType<typeof useDashboardView>

import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { type ProjectTab, projectTabs } from './project-tabs.ts'

export const wizardSteps = ['details', 'tasks'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Kept with the history entry, beside the address. */
type EntryState = {
  /** The wizard was opened from the dashboard: closing it is going back. */
  isOpenedHere?: boolean
  /** What the wizard was opened with; it stays the same wizard when its new project gets an address. */
  opening?: string
}
const stateOf = ({ state }: Location): EntryState =>
  typeof state === 'object' && state !== null ? (state as EntryState) : {}

/** Names the wizard that an address has open; null for none. Two addresses of one name are one sitting at one form. */
export const wizardOf = (location: Location): string | null => {
  const params = new URLSearchParams(location.search)
  const draft = params.get('draft')
  if (!draft && !params.has('new')) return null
  return stateOf(location).opening ?? draft ?? 'new'
}

const addressOf = (tab: ProjectTab, wizard: { isNew?: boolean; draft?: string; step?: string } = {}) =>
  paths.ownerDashboard({ ...(tab !== 'active' && { tab }), ...wizard })

/** The dashboard's tab and its wizard. Both are in the address, so that back, reload and sharing work. */
export const useDashboardView = () => {
  const [params] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const tab = projectTabs.find((one) => one === params.get('tab')) ?? 'active'
  const draftID = params.get('draft')
  const opening = wizardOf(location)
  const go = (address: string, options: { replace?: boolean; state?: EntryState } = {}) =>
    void navigate(address, { ...options, preventScrollReset: true })
  const open = (address: string) => go(address, { state: { isOpenedHere: true } })
  return {
    tab,
    wizard: opening
      ? { opening, draftID, step: wizardSteps.find((one) => draftID && one === params.get('step')) ?? 'details' }
      : null,
    newAddress: addressOf(tab, { isNew: true }),
    draftAddress: (draft: string) => addressOf(tab, { draft }),
    selectTab: (next: ProjectTab) => go(addressOf(next)),
    openNew: () => open(addressOf(tab, { isNew: true })),
    openDraft: (draft: string) => open(addressOf(tab, { draft })),
    /** The same wizard, at a step of a project that exists now. */
    showStep: (draft: string, step: WizardStep) =>
      go(addressOf(tab, { draft, ...(step !== 'details' && { step }) }), {
        replace: true,
        state: { ...stateOf(location), ...(opening && { opening }) },
      }),
    closeWizard: () => {
      if (stateOf(location).isOpenedHere) void navigate(-1)
      else go(addressOf(tab), { replace: true })
    },
    /** Closes the wizard where its project stands now. */
    finishWizard: (next: ProjectTab) => go(addressOf(next), { replace: true }),
  }
}
export type DashboardView = ReturnType<typeof useDashboardView>

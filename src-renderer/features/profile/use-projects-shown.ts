import { addressState, type Param, useAddressState } from '../../lib/address-state.ts'

/** So many projects are shown at first, and as many more each time. */
export const PROJECTS_STEP = 3

/** Whole steps only; what makes no sense counts as not said. */
const wholeSteps: Param<number> = {
  read: (text) => {
    const asked = Number(text)
    return Number.isSafeInteger(asked) && asked > PROJECTS_STEP
      ? Math.ceil(asked / PROJECTS_STEP) * PROJECTS_STEP
      : PROJECTS_STEP
  },
  write: (count) => (count > PROJECTS_STEP ? String(count) : null),
}
const profileAddress = addressState({ projects: wholeSteps })

/** How many projects of a profile are shown. It is kept in the address, so that coming back finds the same page. */
export const useProjectsShown = () => {
  const { values, go } = useAddressState(profileAddress)
  return [values.projects, (count: number) => go({ projects: count }, { replace: true })] as const
}

import { addressState, type Param, useAddressState } from '#lib/address-state.ts'

/** The number of projects shown at first, and added each time. */
export const PROJECTS_STEP = 3

/** Reads the number from the address, in whole steps; a value that makes no sense is ignored. */
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

/** The number of a profile's projects that are shown, kept in the address so that coming back finds the same page. */
export const useProjectsShown = () => {
  const { values, go } = useAddressState(profileAddress)
  return [values.projects, (count: number) => go({ projects: count }, { replace: true })] as const
}

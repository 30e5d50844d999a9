import { useSearchParams } from 'react-router-dom'

/** So many projects are shown at first, and as many more each time. */
export const PROJECTS_STEP = 3
const PARAM = 'projects'

/** Whole steps only; what makes no sense counts as not said. */
const read = (params: URLSearchParams): number => {
  const asked = Number(params.get(PARAM))
  return Number.isSafeInteger(asked) && asked > PROJECTS_STEP
    ? Math.ceil(asked / PROJECTS_STEP) * PROJECTS_STEP
    : PROJECTS_STEP
}

/** How many projects of a profile are shown. It is kept in the address, so that coming back finds the same page. */
export const useProjectsShown = () => {
  const [params, setParams] = useSearchParams()
  const setShown = (count: number) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (count > PROJECTS_STEP) next.set(PARAM, String(count))
        else next.delete(PARAM)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [read(params), setShown] as const
}

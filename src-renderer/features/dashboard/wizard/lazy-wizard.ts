import { lazy } from 'react'

const load = () => import('./ProjectWizard.tsx')

/** The wizard is code of its own; most visits to the dashboard do without. */
export const ProjectWizard = lazy(async () => ({ default: (await load()).ProjectWizard }))
export const prefetchWizard = (): void => void load().catch(() => undefined)

import { type Figure, FIGURE_LEAST, type Figures } from '#shared/contract/figures.ts'
import type { AppDeps } from '#server/deps.ts'
import { singleFlight } from '#server/util/single-flight.ts'
import { countOpenTasks } from '../open-tasks/service.ts'
import { countPeople } from '../people/service.ts'
import { countOpenProjects } from '../projects/service.ts'
import { countSomeCompleted } from '../tasks/service.ts'

/** Milliseconds for which visitors get the same figures, so that a crowd of them costs the database nothing. */
export const FIGURES_VALID_MS = 10 * 60_000

/** Open tasks are counted up to this number. */
const OPEN_TASKS_COUNTED = 100_000

const worthTelling = ({ count, isFloor }: Figure): Figure | null => (count < FIGURE_LEAST ? null : { count, isFloor })

/**
 * Figures of this server's activity, kept for ten minutes; no count reads more than 100,000 rows. Rejects when the
 * database does not answer and no recent figures are kept.
 */
export const createFigures = ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): { get: () => Promise<Figures> } => {
  let kept: { figures: Figures; until: number } | undefined
  const count = singleFlight(async () => {
    const [openProjects, people, tasksDone, openTasks] = await Promise.all([
      countOpenProjects(db),
      countPeople(db),
      countSomeCompleted(db),
      countOpenTasks(db, OPEN_TASKS_COUNTED),
    ])
    const figures = {
      openProjects: worthTelling({ count: openProjects, isFloor: false }),
      people: worthTelling(people),
      tasksDone: worthTelling(tasksDone),
      openTasks: worthTelling({ count: openTasks, isFloor: openTasks === OPEN_TASKS_COUNTED }),
    }
    kept = { figures, until: clock.now().getTime() + FIGURES_VALID_MS }
    return figures
  })
  return { get: async () => (kept && clock.now().getTime() < kept.until ? kept.figures : count()) }
}

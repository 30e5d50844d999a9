import { fold } from '#shared/contract/fold.ts'
import type { OwnedProject } from '#shared/contract/index.ts'
import { dateOf } from '#shared/rules/deadline.ts'

/** How the owner's projects can be sorted; newest first is how the server sends them. */
export const dashboardSorts = ['newest', 'waiting', 'deadline', 'title'] as const
export type DashboardSort = (typeof dashboardSorts)[number]
export const sortChoices = [
  { value: 'waiting', label: 'Needs you' },
  { value: 'deadline', label: 'Deadline' },
  { value: 'title', label: 'Title' },
] as const
/** A host that does not say the state of projects leaves nothing to sort by but these. */
export const choicesWithoutStanding = sortChoices.filter(({ value }) => value === 'title')

/** How many things in the project wait for its owner: applications, reviews and overdue tasks. */
export const waitingIn = ({ standing }: Pick<OwnedProject, 'standing'>): number =>
  standing ? standing.requests + standing.reviews + standing.overdue : 0

const dueOn = ({ standing }: OwnedProject): string => dateOf(standing?.deadline ?? '') ?? '9999'
const compare: Readonly<Record<DashboardSort, (a: OwnedProject, b: OwnedProject) => number>> = {
  newest: () => 0,
  waiting: (a, b) => waitingIn(b) - waitingIn(a),
  deadline: (a, b) => dueOn(a).localeCompare(dueOn(b)),
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
}

/** The projects with all of the words, in this order; equal ones stay as they were. */
export const inOrder = (
  projects: readonly OwnedProject[],
  { q, sort }: { q: string; sort: DashboardSort },
): OwnedProject[] => {
  const words = fold(q).split(/\s+/).filter(Boolean)
  const textOf = ({ title, organizationName, skills }: OwnedProject) =>
    fold([title, organizationName ?? '', skills].join(' '))
  return projects.filter((project) => words.every((word) => textOf(project).includes(word))).toSorted(compare[sort])
}

import { projectStatus } from '#shared/rules/statuses.ts'
import { type DemoProject, type DemoTopic, topics } from './content/index.ts'
import { addPayments } from './payments.ts'
import type { Cast, DemoPerson } from './people.ts'
import { addAccesses, type Team } from './team.ts'
import { DAY, type Stage } from './stage.ts'
import { addTasks } from './tasks.ts'

/** The days between two posted projects, so that the market reaches back some months. */
const DAYS_BETWEEN_POSTS = 1.9
/** How many days ago a finished project was posted, at least and at most. */
const OVER_SINCE = [95, 195] as const
const DRAFTED_SINCE = [2, 15] as const

const statusOf = (project: DemoProject): number => projectStatus[project.status ?? 'published']
const isOver = (project: DemoProject): boolean =>
  Boolean(project.isArchived) || project.status === 'completed' || project.status === 'rejected'

/** How many days ago a project was posted that the market does not list; null for the others. */
const sinceOf = ({ random }: Stage, project: DemoProject): number | null => {
  if (isOver(project)) return random.between(...OVER_SINCE) + random.next()
  return project.status === 'drafted' ? random.between(...DRAFTED_SINCE) + random.next() : null
}

/** The projects of all topics, one topic after the other, so that neighbours on the market differ. */
const inTurn = (): Array<{ project: DemoProject; topic: DemoTopic }> => {
  const longest = Math.max(...topics.map(({ projects }) => projects.length))
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    topics.flatMap((topic) => {
      const project = topic.projects[at]
      return project ? [{ project, topic }] : []
    }),
  )
}

/** Adds all projects with their people, requests, tasks and payments. */
export const addProjects = (stage: Stage, cast: Cast): void => {
  const { random } = stage
  const organizationIDs = new Map<string, string>()
  const organizationID = (name: string): string => {
    const id = organizationIDs.get(name) ?? stage.newID(stage.ago(400))
    organizationIDs.set(name, id)
    return id
  }
  const teams: Array<{ project: DemoProject; team: Team }> = []
  let posted = 0
  for (const { project, topic } of inTurn()) {
    const daysAgo = sinceOf(stage, project) ?? 0.2 + (posted++ + random.next() * 0.8) * DAYS_BETWEEN_POSTS
    const owner = project.isCreatorsOwn ? cast.creator : random.pick(cast.creators)
    const team = addProject(stage, project, {
      owner,
      createdAt: stage.ago(daysAgo),
      organizationID: project.organization ? organizationID(project.organization) : null,
    })
    addAccesses(stage, cast, project, team)
    addTasks(stage, project, topic.tasks, team)
    teams.push({ project, team })
  }
  for (const { project, team } of teams) addPayments(stage, project, team)
}

const addProject = (
  stage: Stage,
  project: DemoProject,
  { owner, createdAt, organizationID }: { owner: DemoPerson; createdAt: Date; organizationID: string | null },
): Team => {
  const id = stage.newID(createdAt)
  const publishedAt = project.status === 'drafted' ? null : stage.within(createdAt, soonAfter(stage, createdAt))
  const archivedAt = project.isArchived ? stage.within(stage.ago(60), stage.ago(10)) : null
  const overAt = isOver(project) ? (archivedAt ?? stage.within(stage.ago(60), stage.ago(3))) : null
  stage.projects.push({
    id,
    title: project.title,
    description: project.description,
    detailed_description: project.scope ?? null,
    client: project.organization ?? owner.name,
    organization_id: organizationID,
    organization_name: project.organization ?? null,
    skills: project.skills,
    tier: project.tier,
    estimated_deadline: project.deadlineInDays === undefined ? null : dateIn(stage, project.deadlineInDays),
    budget: project.budget ?? null,
    weekly_hours: project.weeklyHours ?? 0,
    deliverables: project.deliverables ?? null,
    tags: project.tags ?? null,
    status: statusOf(project),
    created_by: owner.id,
    created_at: createdAt,
    updated_at: overAt ?? publishedAt ?? createdAt,
    published_at: publishedAt,
    archived_at: archivedAt,
  })
  return { projectID: id, owner, members: [], createdAt, overAt }
}

/** A calendar date in the form in which the wizard's date field sends it. */
const dateIn = (stage: Stage, days: number): string =>
  new Date(stage.now.getTime() + days * DAY).toISOString().slice(0, 10)
const soonAfter = (stage: Stage, at: Date): Date => new Date(Math.min(stage.now.getTime(), at.getTime() + DAY / 4))

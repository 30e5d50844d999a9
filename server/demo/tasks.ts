import { taskStatus } from '#shared/rules/statuses.ts'
import { reputationForTask } from '#shared/rules/tiers.ts'
import type { DemoProject, DemoTopic } from './content/index.ts'
import type { Team } from './team.ts'
import type { Stage } from './stage.ts'

/** How many tasks a project is split into, and their possible statuses (a likelier status is listed more often). */
type Plan = { count: readonly [low: number, high: number]; statuses: readonly number[] }
const { requested, assigned, inProgress, underReview, completed, rejected } = taskStatus
const planOf = ({ status = 'published', isArchived, tier }: DemoProject, hasTeam: boolean): Plan => {
  if (status === 'completed')
    return { count: tier === 'gold' ? [14, 14] : [9, 12], statuses: [...Array<number>(18).fill(completed), rejected] }
  if (isArchived) return { count: [6, 9], statuses: [assigned, completed, completed, inProgress] }
  if (status === 'assigned')
    return {
      count: [9, 13],
      statuses: [assigned, assigned, inProgress, inProgress, underReview, completed, completed, completed, requested],
    }
  if (status === 'published' && hasTeam)
    return { count: [5, 8], statuses: [assigned, assigned, assigned, inProgress, requested, completed] }
  return { count: status === 'published' ? [4, 7] : [1, 3], statuses: [assigned, assigned, requested] }
}

/** Adds the tasks of a project; a task that the owner has completed gives its assignee reputation by the usual rules. */
export const addTasks = (stage: Stage, project: DemoProject, words: DemoTopic['tasks'], team: Team): void => {
  const { random } = stage
  const plan = planOf(project, team.members.length > 0)
  const until = team.overAt ?? stage.now
  const created = random
    .sample(words, random.between(...plan.count))
    .map(([title, description]) => ({ title, description, at: stage.within(team.createdAt, until) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const [index, { title, description, at }] of created.entries()) {
    const status = random.pick(plan.statuses)
    const isBegun = status === inProgress || status === underReview || status === completed
    const assignee = pickAssignee(stage, project, team, isBegun)
    const startedAt = isBegun ? stage.within(at, until) : null
    const updatedAt = stage.within(startedAt ?? at, until)
    const row =
      status === completed && assignee?.id !== team.owner.id && stage.users.find(({ id }) => id === assignee?.id)
    const reward = row ? reputationForTask(project.tier) : 0
    const id = stage.newID(at)
    if (row) {
      row.reputation += reward
      const about = { user_id: row.id, project_id: team.projectID, task_id: id }
      const line = { id: stage.newID(updatedAt), ...about, delta: reward, rule: 'completed', created_at: updatedAt }
      stage.reputation.push(line)
    }
    stage.tasks.push({
      id,
      project_id: team.projectID,
      task_number: index + 1,
      title,
      description,
      status,
      assigned_to_id: assignee?.id ?? null,
      created_by_id: random.next() < 0.8 ? team.owner.id : random.pick([team.owner, ...team.members]).id,
      version: Math.max(1, status),
      created_at: at,
      updated_at: updatedAt,
      started_at: startedAt,
      completed_at: status === completed ? updatedAt : null,
      credited_reputation: reward,
    })
  }
}

/**
 * In demanding projects one person does most tasks, elsewhere anybody does. A task that nobody began may be unassigned.
 */
const pickAssignee = ({ random }: Stage, { tier }: DemoProject, { owner, members }: Team, isBegun: boolean) => {
  const [lead] = members
  if (!lead) return isBegun ? owner : null
  if (!isBegun && random.next() < 0.4) return null
  return (tier === 'gold' || tier === 'silver') && random.next() < LEAD_SHARE ? lead : random.pick(members)
}
const LEAD_SHARE = 0.7

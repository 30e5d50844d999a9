import { generateNKeysBetween } from 'fractional-indexing'
import { projectFields } from '#shared/contract/project-fields.ts'
import { projectStatus, requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { type OfferedTask, type RewardedProject, rewardedProjects } from './content/rewards.ts'
import type { Play } from './play.ts'
import { DAY, type Stage } from './stage.ts'

/** How many days before the offer a task was created. */
const WRITTEN_BEFORE = 0.05

/**
 * Adds the projects whose tasks have rewards, with their members and with tasks that nobody has begun; `playRewards` makes
 * the rest of them. The last to draw random numbers, so that the world before it stays the same.
 */
export const addRewards = (stage: Stage): Play[] => rewardedProjects.map((project) => addProject(stage, project))

const addProject = (stage: Stage, project: RewardedProject): Play => {
  const createdAt = stage.ago(project.postedAgo)
  const ownerID = userIn(stage, project.owner)
  const id = stage.newID(createdAt)
  stage.projects.push({
    id,
    title: project.title,
    description: project.description,
    detailed_description: project.scope,
    client: project.organization,
    organization_id: stage.newID(stage.ago(400)),
    organization_name: project.organization,
    skills: project.skills,
    tier: project.tier,
    budget: project.budget,
    weekly_hours: 0,
    deliverables: project.deliverables ?? null,
    tags: project.tags,
    status: projectStatus.assigned,
    created_by: ownerID,
    created_at: createdAt,
    updated_at: createdAt,
    published_at: createdAt,
  })
  const membership = { project_id: id, joined_at: createdAt, last_active_at: createdAt }
  stage.memberships.push({ ...membership, user_id: ownerID, role: 'owner' })
  for (const [username, ago] of project.members) addMember(stage, { id, ownerID }, userIn(stage, username), ago)
  const ranks = generateNKeysBetween(null, null, project.tasks.length)
  const tasks = project.tasks.map((task, at) => ({
    ...task,
    id: addTask(stage, { id, ownerID }, task, { number: at + 1, rank: ranks[at] ?? '' }),
  }))
  return { projectID: id, owner: project.owner, tasks }
}

const userIn = (stage: Stage, username: string): string => {
  const id = stage.users.find((user) => user.username === username)?.id
  if (!id) throw new Error(`The demo world has nobody called ${username}.`)
  return id
}

type Place = { id: string; ownerID: string }

const addMember = (stage: Stage, { id: projectID, ownerID }: Place, userID: string, ago: number): void => {
  const askedAt = stage.ago(ago + 0.4)
  const joinedAt = stage.ago(ago)
  stage.requests.push({
    id: stage.newID(askedAt),
    project_id: projectID,
    user_id: userID,
    kind: 'invitation',
    role: 'member',
    status: requestStatus.approved,
    created_by: ownerID,
    created_at: askedAt,
    updated_at: joinedAt,
    answered_at: joinedAt,
    answered_by: userID,
    clock_from: askedAt,
    answer_by: new Date(askedAt.getTime() + projectFields.answersWithinDays.none * DAY),
  })
  const when = { joined_at: joinedAt, last_active_at: joinedAt }
  stage.memberships.push({ project_id: projectID, user_id: userID, role: 'member', ...when })
}

const addTask = (
  stage: Stage,
  { id: projectID, ownerID }: Place,
  task: OfferedTask,
  { number, rank }: { number: number; rank: string },
): string => {
  const at = stage.ago(task.offeredAgo + WRITTEN_BEFORE)
  const id = stage.newID(at)
  stage.tasks.push({
    id,
    project_id: projectID,
    task_number: number,
    title: task.title,
    description: task.description,
    status: taskStatus.assigned,
    created_by_id: ownerID,
    version: 1,
    created_at: at,
    updated_at: at,
    credited_reputation: 0,
    estimate_hours: task.hours,
    done_when: JSON.stringify(task.doneWhen.map((text) => ({ id: stage.newID(at), text, isDone: false }))),
    rank,
  })
  return id
}

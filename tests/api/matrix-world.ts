import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { openSession } from '#server/modules/auth/sessions.ts'
import { projectStatus, requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { createUser } from '../support/factories.ts'
import type { TestApp } from '../support/server.ts'

/** The people who call, by their access to the project. The administrator looks after the platform and has no access to the project. */
export const actors = [
  'anonymous',
  'stranger',
  'applicant',
  'invitee',
  'rejected',
  'member',
  'admin',
  'owner',
  'administrator',
] as const
export type Actor = (typeof actors)[number]
type Person = { id: string; username: string; email: string; accessToken: string }
/** The actors, and two people whom calls are about: another member, and an outsider, who has nothing to do with the project. */
export type People = Record<Exclude<Actor, 'anonymous'> | 'colleague' | 'outsider', Person>

/** One project with a person for each kind of access, three tasks, a label, a template, a payment and two files. */
export type ProjectWorld = {
  id: string
  creatorApplicationID: string
  invitationID: string
  /** The application that was rejected a moment ago. */
  rejectedID: string
  /** A task that is assigned to the colleague and not begun. */
  taskID: string
  completedTaskID: string
  /** The line of the task's 'Done when'. */
  lineID: string
  /** Another task that is not begun. */
  neighbourID: string
  /** A task that the member has in progress. */
  ownTaskID: string
  /** A task that the member has handed in, as its first round. */
  handedInTaskID: string
  templateID: string
  paymentID: string
  /** An import that brought nothing. */
  importID: string
  /** A comment on the first task that the colleague has written. */
  commentID: string
  /** One that the member has written. */
  ownCommentID: string
  /** A file that the colleague has uploaded. */
  fileID: string
  /** A file that the member has uploaded. */
  ownFileID: string
}
/** `open` is published, `hidden` a draft that strangers may not know of, `deleted` gone for everybody. */
export type Kind = 'open' | 'hidden' | 'deleted'

export const createPeople = async (server: TestApp): Promise<People> => {
  const create = async (options: Parameters<typeof createUser>[1] = {}): Promise<Person> => {
    const { user, accessToken } = await createUser(server, options)
    return { ...user, accessToken }
  }
  return {
    stranger: await create(),
    applicant: await create(),
    invitee: await create(),
    rejected: await create(),
    member: await create(),
    admin: await create(),
    owner: await create({ accountType: 'creator' }),
    administrator: await create({ isAdministrator: true }),
    colleague: await create(),
    outsider: await create(),
  }
}

/** The refresh token of a new session of this person, for calls that end a session. */
export const refreshTokenOf = async ({ deps, db }: TestApp, { id }: Person): Promise<string> =>
  (await openSession(deps, db, id)).refreshToken

/**
 * Puts back what calls about creator applications change: the owner is an approved creator again, and the applicant's creator
 * application is open.
 */
export const restoreCreatorApplications = async ({ db }: TestApp, { owner, applicant }: People): Promise<string> => {
  const application = { id: uuidv7(), user_id: applicant.id, status: 0 }
  await db.deleteFrom('creator_applications').execute()
  await db
    .insertInto('creator_applications')
    .values([{ id: uuidv7(), user_id: owner.id, status: 1 }, application])
    .execute()
  await db.updateTable('users').set({ account_type: 'contributor' }).where('id', '=', applicant.id).execute()
  return application.id
}

/** The number of the project's only label. */
export const LABEL_ID = 1
const CONTENT = 'What sings where.'

export const createProjectWorld = async ({ db, deps }: TestApp, people: People, kind: Kind): Promise<ProjectWorld> => {
  const world: ProjectWorld = {
    id: uuidv7(),
    creatorApplicationID: uuidv7(),
    invitationID: uuidv7(),
    rejectedID: uuidv7(),
    taskID: uuidv7(),
    completedTaskID: uuidv7(),
    lineID: uuidv7(),
    neighbourID: uuidv7(),
    ownTaskID: uuidv7(),
    handedInTaskID: uuidv7(),
    templateID: uuidv7(),
    paymentID: uuidv7(),
    importID: uuidv7(),
    commentID: uuidv7(),
    ownCommentID: uuidv7(),
    fileID: uuidv7(),
    ownFileID: uuidv7(),
  }
  const { owner, admin, member, colleague, applicant, invitee, rejected } = people
  const project_id = world.id
  await db
    .insertInto('projects')
    .values({
      id: project_id,
      title: 'A bird atlas',
      description: 'Maps of what sings where.',
      skills: 'Maps, React',
      status: kind === 'hidden' ? projectStatus.drafted : projectStatus.published,
      deleted_at: kind === 'deleted' ? new Date() : null,
      created_by: owner.id,
    })
    .execute()
  const roles = [
    { user_id: owner.id, role: 'owner' as const },
    { user_id: admin.id, role: 'admin' as const },
    { user_id: member.id, role: 'member' as const },
    { user_id: colleague.id, role: 'member' as const },
  ]
  await db
    .insertInto('memberships')
    .values(roles.map((role) => ({ ...role, project_id })))
    .execute()
  await db
    .insertInto('imports')
    .values({
      id: world.importID,
      project_id,
      created_by: owner.id,
      idempotency_key: 'earlier',
      request_hash: '',
      source: 'csv',
      created_at: new Date(),
    })
    .execute()
  const application = { project_id, kind: 'application' as const }
  await db
    .insertInto('project_requests')
    .values([
      { ...application, id: world.creatorApplicationID, user_id: applicant.id, created_by: applicant.id },
      {
        ...application,
        id: world.rejectedID,
        user_id: rejected.id,
        created_by: rejected.id,
        status: requestStatus.rejected,
        answered_by: owner.id,
        answered_at: new Date(),
      },
      { project_id, kind: 'invitation', id: world.invitationID, user_id: invitee.id, created_by: owner.id },
    ])
    .execute()
  const task = { project_id, title: 'Draw the map', description: 'In two colours.', created_by_id: member.id }
  await db.insertInto('task_counters').values({ project_id, last_task_number: 5, last_label_id: LABEL_ID }).execute()
  await db.insertInto('labels').values({ project_id, id: LABEL_ID, name: 'Maps', colour: 'teal' }).execute()
  const template = { project_id, name: 'Survey', title: 'Survey a park', description: 'Street by street.' }
  await db
    .insertInto('task_templates')
    .values({ ...template, id: world.templateID })
    .execute()
  const done_when = JSON.stringify([{ id: world.lineID, text: 'Two colours', isDone: false }])
  await db
    .insertInto('tasks')
    .values([
      {
        ...task,
        id: world.taskID,
        task_number: 1,
        status: taskStatus.assigned,
        assigned_to_id: colleague.id,
        done_when,
      },
      { ...task, id: world.neighbourID, task_number: 3, status: taskStatus.assigned },
      {
        ...task,
        id: world.completedTaskID,
        task_number: 2,
        status: taskStatus.completed,
        version: 2,
        completed_at: new Date(),
      },
      { ...task, id: world.ownTaskID, task_number: 4, status: taskStatus.inProgress, assigned_to_id: member.id },
      {
        ...task,
        id: world.handedInTaskID,
        task_number: 5,
        status: taskStatus.underReview,
        assigned_to_id: member.id,
        open_round: 1,
      },
    ])
    .execute()
  await db
    .insertInto('submissions')
    .values({
      id: uuidv7(),
      task_id: world.handedInTaskID,
      round: 1,
      author_id: member.id,
      idempotency_key: 'the first round',
      request_hash: '',
      note: 'Ready.',
      links: [],
      files: '[]',
      remarks: '[]',
      created_at: new Date(),
    })
    .execute()
  const comment = { task_id: world.taskID, body: 'In which colours?', created_at: new Date() }
  await db
    .insertInto('comments')
    .values([
      { ...comment, id: world.commentID, author_id: colleague.id, idempotency_key: 'of the colleague' },
      { ...comment, id: world.ownCommentID, author_id: member.id, idempotency_key: 'of the member' },
    ])
    .execute()
  const recording_id = uuidv7()
  const recording = { id: recording_id, project_id, recorded_by: owner.id, idempotency_key: 'first', request_hash: '' }
  await db.insertInto('payment_recordings').values(recording).execute()
  await db
    .insertInto('payments')
    .values({
      id: world.paymentID,
      recording_id,
      position: 0,
      project_id,
      user_id: member.id,
      amount_cents: 100,
      currency: 'USD',
    })
    .execute()
  const stored = {
    project_id,
    name: 'birds.txt',
    content_type: 'text/plain',
    size_bytes: CONTENT.length,
    state: 'stored' as const,
  }
  await db
    .insertInto('files')
    .values([
      { ...stored, id: world.fileID, uploaded_by: colleague.id },
      { ...stored, id: world.ownFileID, uploaded_by: member.id },
    ])
    .execute()
  const directory = join(deps.config.dataDir, 'files', project_id)
  await mkdir(directory, { recursive: true })
  for (const id of [world.fileID, world.ownFileID]) await writeFile(join(directory, id), CONTENT)
  return world
}

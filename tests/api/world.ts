import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InsertObject } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { projectStatus, requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { createUser, type UserOptions } from '../support/factories.ts'
import type { DB as Tables } from '#server/db/schema.generated.ts'
import type { TestApp } from '../support/server.ts'
import type { Actor, Kind } from './rights.ts'

export type Person = { id: string; username: string; email: string; accessToken: string }
/** The actors, and two people whom calls are about: another member, and an outsider, who has nothing to do with the project. */
export type People = Record<Exclude<Actor, 'anonymous'> | 'colleague' | 'outsider', Person>

/** One project with a person for each kind of access, six tasks, a label, a template, a payment and two files. */
export type ProjectWorld = {
  id: string
  applicationID: string
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
  /** A task under an offer that the guest has, and the former guest has given back. */
  guestTaskID: string
  guestLineID: string
  guestClaimID: string
  formerClaimID: string
  /** A comment of the guest on it, and a file that they have attached. */
  guestCommentID: string
  guestFileID: string
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
const accounts: Record<keyof People, UserOptions> = {
  stranger: {},
  applicant: {},
  invitee: {},
  rejected: {},
  member: {},
  admin: {},
  owner: { accountType: 'creator' },
  administrator: { isAdministrator: true },
  guest: {},
  formerGuest: {},
  colleague: {},
  outsider: {},
}
export const createPeople = async (server: TestApp): Promise<People> => {
  const create = async ([name, options]: [string, UserOptions]) => {
    const { user, accessToken } = await createUser(server, options)
    return [name, { ...user, accessToken }] as const
  }
  return Object.fromEntries(await Promise.all(Object.entries(accounts).map(create))) as People
}

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
const LEASE_MS = 7 * 24 * 3600 * 1000
const CONTENT = 'What sings where.'

export const createProjectWorld = async ({ db, deps }: TestApp, people: People, kind: Kind): Promise<ProjectWorld> => {
  const { owner, admin, member, colleague, applicant, invitee, rejected, guest, formerGuest } = people
  const id = uuidv7
  const world: ProjectWorld = {
    id: id(),
    applicationID: id(),
    invitationID: id(),
    rejectedID: id(),
    taskID: id(),
    completedTaskID: id(),
    lineID: id(),
    neighbourID: id(),
    ownTaskID: id(),
    handedInTaskID: id(),
    templateID: id(),
    paymentID: id(),
    guestTaskID: id(),
    guestLineID: id(),
    guestClaimID: id(),
    formerClaimID: id(),
    guestCommentID: id(),
    guestFileID: id(),
    importID: id(),
    commentID: id(),
    ownCommentID: id(),
    fileID: id(),
    ownFileID: id(),
  }
  const insert = <T extends keyof Tables>(table: T, ...rows: InsertObject<Tables, T>[]) =>
    db.insertInto(table).values(rows).execute()
  const project_id = world.id
  const now = new Date()
  await insert('projects', {
    id: project_id,
    title: 'A bird atlas',
    description: 'Maps of what sings where.',
    skills: 'Maps, React',
    status: kind === 'hidden' ? projectStatus.drafted : projectStatus.published,
    deleted_at: kind === 'deleted' ? now : null,
    created_by: owner.id,
  })
  const task = { project_id, title: 'Draw the map', description: 'In two colours.', created_by_id: member.id }
  const done_when = JSON.stringify([{ id: world.lineID, text: 'Two colours', isDone: false }])
  const { assigned, inProgress, underReview, completed } = taskStatus
  const application = { project_id, kind: 'application' as const }
  const answered = { status: requestStatus.rejected, answered_by: owner.id, answered_at: now }
  const recording_id = id()
  const stored = {
    project_id,
    name: 'birds.txt',
    content_type: 'text/plain',
    size_bytes: CONTENT.length,
    state: 'stored' as const,
  }
  const directory = join(deps.config.dataDir, 'files', project_id)
  // What refers to the project alone, all at once.
  await Promise.all([
    insert(
      'memberships',
      { project_id, user_id: owner.id, role: 'owner' },
      { project_id, user_id: admin.id, role: 'admin' },
      { project_id, user_id: member.id, role: 'member' },
      { project_id, user_id: colleague.id, role: 'member' },
    ),
    insert('imports', {
      id: world.importID,
      project_id,
      created_by: owner.id,
      idempotency_key: 'earlier',
      request_hash: '',
      source: 'csv',
      created_at: now,
    }),
    insert(
      'project_requests',
      { ...application, id: world.applicationID, user_id: applicant.id, created_by: applicant.id },
      { ...application, id: world.rejectedID, user_id: rejected.id, created_by: rejected.id, ...answered },
      { project_id, kind: 'invitation', id: world.invitationID, user_id: invitee.id, created_by: owner.id },
    ),
    insert('task_counters', { project_id, last_task_number: 6, last_label_id: LABEL_ID }),
    insert('labels', { project_id, id: LABEL_ID, name: 'Maps', colour: 'teal' }),
    insert('task_templates', {
      id: world.templateID,
      project_id,
      name: 'Survey',
      title: 'Survey a park',
      description: 'Street by street.',
    }),
    insert(
      'tasks',
      { ...task, id: world.taskID, task_number: 1, status: assigned, assigned_to_id: colleague.id, done_when },
      { ...task, id: world.neighbourID, task_number: 3, status: assigned },
      { ...task, id: world.completedTaskID, task_number: 2, status: completed, version: 2, completed_at: now },
      { ...task, id: world.ownTaskID, task_number: 4, status: inProgress, assigned_to_id: member.id },
      {
        ...task,
        id: world.handedInTaskID,
        task_number: 5,
        status: underReview,
        assigned_to_id: member.id,
        open_round: 1,
      },
      {
        ...task,
        id: world.guestTaskID,
        task_number: 6,
        status: inProgress,
        assigned_to_id: guest.id,
        file_ids: [world.guestFileID],
        done_when: JSON.stringify([{ id: world.guestLineID, text: 'Two colours', isDone: false }]),
      },
    ),
    insert('payment_recordings', {
      id: recording_id,
      project_id,
      recorded_by: owner.id,
      idempotency_key: 'first',
      request_hash: '',
    }),
    insert(
      'files',
      { ...stored, id: world.fileID, uploaded_by: colleague.id },
      { ...stored, id: world.ownFileID, uploaded_by: member.id },
      { ...stored, id: world.guestFileID, uploaded_by: guest.id },
    ),
    mkdir(directory, { recursive: true }),
  ])
  const terms = JSON.stringify({
    ...{ amountCents: 0, currency: 'USD', leaseDays: 7, reviewDays: 14, payDays: 14, aiRule: 'declare', dueOn: null },
    ...{ title: task.title, description: task.description, doneWhen: ['Two colours'] },
  })
  const claim = { project_id, task_id: world.guestTaskID, terms, claimed_at: now, reads_since: now }
  const comment = { task_id: world.taskID, body: 'In which colours?', created_at: now }
  await Promise.all([
    insert('submissions', {
      id: id(),
      task_id: world.handedInTaskID,
      round: 1,
      author_id: member.id,
      idempotency_key: 'the first round',
      request_hash: '',
      note: 'Ready.',
      links: [],
      files: '[]',
      remarks: '[]',
      created_at: now,
    }),
    insert(
      'comments',
      { ...comment, id: world.commentID, author_id: colleague.id, idempotency_key: 'of the colleague' },
      { ...comment, id: world.ownCommentID, author_id: member.id, idempotency_key: 'of the member' },
      {
        ...comment,
        id: world.guestCommentID,
        task_id: world.guestTaskID,
        author_id: guest.id,
        idempotency_key: 'of the guest',
      },
    ),
    insert('offers', {
      ...{ task_id: world.guestTaskID, project_id, amount_cents: 0, currency: 'USD', mode: 'claim' },
      ...{ made_by: owner.id, made_at: now, changed_at: now },
    }),
    insert(
      'claims',
      {
        ...claim,
        kind: 'claimed',
        id: world.guestClaimID,
        user_id: guest.id,
        lease_until: new Date(now.getTime() + LEASE_MS),
      },
      { ...claim, kind: 'claimed', id: world.formerClaimID, user_id: formerGuest.id, state: 'returned', ended_at: now },
    ),
    insert('payments', {
      id: world.paymentID,
      recording_id,
      position: 0,
      project_id,
      user_id: member.id,
      amount_cents: 100,
      currency: 'USD',
    }),
    ...[world.fileID, world.ownFileID, world.guestFileID].map((file) => writeFile(join(directory, file), CONTENT)),
  ])
  return world
}

import type { Insertable } from 'kysely'
import { checkAnswers } from '#shared/rules/letters.ts'
import type { Question } from '#shared/contract/questions.ts'
import { projectStatus, requestStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '../db/pool.ts'
import type { Comments } from '../db/schema.generated.ts'
import { answers, asked, letters, thread } from './content/index.ts'
import type { Cast } from './people.ts'
import { DAY, type Stage } from './stage.ts'

type Request = Stage['requests'][number]
type Comment = Insertable<Comments>

/** One project in ASKING asks something, and one applicant in SILENT wrote no letter. */
const ASKING = 3
const SILENT = 4

const at = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length]

type Project = Stage['projects'][number]
const timeOf = ({ created_at }: Project) => (created_at as Date).getTime()
const isOpenOf = ({ created_by, status, archived_at }: Project, ownerID: string): boolean =>
  created_by === ownerID && status === projectStatus.published && !archived_at

/** Lets the administrator apply to a project of the creator, so that each account has an application. */
const addOwn = (stage: Stage, cast: Cast): void => {
  const isFree = ({ id }: Project) =>
    !stage.requests.some((one) => one.project_id === id && one.user_id === cast.admin.id)
  const project = stage.projects.find((one) => isOpenOf(one, cast.creator.id) && isFree(one))
  if (!project) return
  const created_at = stage.ago(1.5)
  stage.requests.push({
    id: stage.newID(created_at),
    project_id: project.id,
    user_id: cast.admin.id,
    kind: 'application',
    role: 'member',
    message: null,
    status: requestStatus.pending,
    created_by: cast.admin.id,
    created_at,
    updated_at: created_at,
  })
}

const talkAbout = (stage: Stage, request: Request, ownerID: string): Comment[] =>
  thread.map((body, turn) => {
    // The first answer comes some hours after the application, the others within the hour.
    const created_at = new Date((request.created_at as Date).getTime() + (0.2 + turn * 0.02) * DAY)
    return {
      id: stage.newID(created_at),
      request_id: request.id ?? null,
      author_id: turn % 2 === 0 ? ownerID : request.user_id,
      body,
      idempotency_key: `demo letter ${turn}`,
      created_at,
    }
  })

/**
 * Gives projects questions, and applications letters, answers and who has opened them. Returns the conversation on
 * some: one of each demo account, and one that the creator got.
 */
export const addLetters = (stage: Stage, cast: Cast): readonly Comment[] => {
  addOwn(stage, cast)
  const own = new Set([cast.creator.id, cast.contributor.id, cast.admin.id])
  const isOwn = (request: Request) => own.has(request.user_id)
  const questionsOf = new Map<string, readonly Question[]>()
  const openOfCreator = stage.projects.filter((project) => isOpenOf(project, cast.creator.id))
  const oldest = openOfCreator.toSorted((one, other) => timeOf(one) - timeOf(other))[0]
  for (const [index, project] of stage.projects.entries()) {
    const questions = at(asked, index) ?? []
    // Of the creator's projects one asks: most people apply to these in one press.
    const asks = project.created_by === cast.creator.id ? project === oldest : index % ASKING === 0
    if (!asks) continue
    questionsOf.set(project.id, questions)
    project.questions = JSON.stringify(questions)
  }
  const applications = stage.requests.filter(({ kind }) => kind === 'application')
  for (const [index, request] of applications.entries()) {
    const questions = questionsOf.get(request.project_id) ?? []
    const sent = questions.map(({ text, kind }, n) => ({ question: text, answer: at(answers[kind], index + n) ?? '' }))
    request.answers = JSON.stringify(checkAnswers(questions, sent).answers)
    if (isOwn(request) || index % SILENT !== 0) request.letter = at(letters, index) ?? null
    const askedAt = request.created_at as Date
    // It was opened before it was answered; every other open one waits to be opened.
    if (request.status !== requestStatus.pending || index % 2 === 0)
      request.seen_at = new Date(Math.min(askedAt.getTime() + 0.1 * DAY, stage.now.getTime()))
  }
  const owners = new Map(stage.projects.map(({ id, created_by }) => [id, created_by]))
  const long = stage.ago(0.5)
  const open = applications.filter(
    ({ status, withdrawn_at, created_at }) =>
      status === requestStatus.pending && !withdrawn_at && (created_at as Date) < long,
  )
  const talked = [
    open.find(({ user_id }) => user_id === cast.contributor.id),
    open.find(({ user_id }) => user_id === cast.admin.id),
    open.find((request) => !isOwn(request) && owners.get(request.project_id) === cast.creator.id),
  ]
  return talked.flatMap((request) => {
    const ownerID = request && owners.get(request.project_id)
    if (!ownerID) return []
    request.seen_at ??= request.created_at as Date
    return talkAbout(stage, request, ownerID)
  })
}

/** Writes the conversations about applications. */
export const writeThreads = async (tx: Tx, comments: readonly Comment[]): Promise<void> => {
  if (comments.length > 0)
    await tx
      .insertInto('comments')
      .values([...comments])
      .execute()
}

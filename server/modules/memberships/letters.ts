import type { Application, LetterBody } from '#shared/contract/letters.ts'
import type { Question } from '#shared/contract/questions.ts'
import { checkAnswers, questionsOf } from '#shared/rules/letters.ts'
import { type ApplicationAccess, applicationAccess } from '#server/access/letters.ts'
import { holdAccess } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { taskOfRequest } from '#server/access/requests.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, HttpError, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import * as repository from './letters-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const unknownApplication = () => notFound('Request not found')

export const toApplication = (found: ApplicationAccess): Application => {
  const { isApplicant, isOpen, seenAt, letter, answers, hasLetter } = found
  // Owners read what can no longer be changed. So nobody is shown one text while another is kept.
  const isShown = isApplicant || seenAt !== null
  return {
    id: found.id,
    project: { id: found.projectID, title: found.projectTitle },
    applicant: { id: found.applicantID, username: found.applicantUsername, name: found.applicantName },
    status: found.status,
    isClosed: !isOpen,
    createdAt: found.createdAt.toISOString(),
    seenAt: seenAt?.toISOString() ?? null,
    letter: isShown ? letter : null,
    answers: isShown ? answers : [],
    hasLetter,
    kind: found.taskID === null ? 'application' : 'taskApplication',
    taskID: found.taskID,
    task: taskOfRequest(found.taskID, found.taskNumber),
    answerBy: found.answerBy?.toISOString() ?? null,
    mayEdit: isApplicant && isOpen && seenAt === null,
    mayComment: isOpen,
  }
}

export const requireApplication = async (db: DbOrTx, id: string, userID: string): Promise<ApplicationAccess> => {
  const found = await applicationAccess(db, id, userID)
  if (!found) throw unknownApplication()
  return found
}

/**
 * An application with letter and answers: for its applicant always, for owners and admins once one of them has opened
 * it. Errors: 404 for anybody else, and for owners and admins once it is withdrawn or out of time, or its project
 * deleted.
 */
export const getApplication = async (
  { db }: Deps,
  { userID }: Viewer,
  { params }: Input<'requests.get'>,
): Promise<Application> => toApplication(await requireApplication(db, params.id, userID))

/** The answers to what was asked. Errors: 422, which names every answer that is missing or wrong. */
const requireAnswers = (questions: readonly Question[], { answers: sent = [] }: LetterBody) => {
  const { answers, problems } = checkAnswers(questions, sent)
  const [first] = problems
  if (first) throw new HttpError(422, 'INVALID_INPUT', first.message, { details: problems })
  return answers
}

/** Checks what an applicant sends, and keeps it with the application once that has its ID. Errors: 422. */
export const letterOf = (questions: readonly Question[], body: LetterBody) => {
  const letter = body.letter || null
  const answers = requireAnswers(questions, body)
  return {
    keep: async (tx: Tx, requestID: string): Promise<void> => {
      if (letter !== null || answers.length > 0) await repository.writeLetter(tx, requestID, { letter, answers })
    },
  }
}

/**
 * Changes letter and answers of the viewer's own application; omitted fields stay. The questions are those it was
 * asked. Errors: 404 for anybody but the applicant, 409 once it is opened or closed, 422 for missing answers.
 */
export const changeApplication = (
  { db, clock }: Deps,
  { userID }: Viewer,
  { params: { id }, body }: Input<'requests.update'>,
): Promise<Application> =>
  withTx(db, async (tx) => {
    const before = await requireApplication(tx, id, userID)
    if (!before.isApplicant) throw unknownApplication()
    const letter = body.letter === undefined ? undefined : body.letter || null
    const answers = body.answers && requireAnswers(questionsOf(before.answers), body)
    const sent = { ...(letter !== undefined && { letter }), ...(answers && { answers }) }
    if (!(await repository.changeLetter(tx, id, sent))) {
      const now = await requireApplication(tx, id, userID)
      throw conflict(
        'CONFLICT',
        now.isOpen ? 'Your application has been read, and cannot be changed any more.' : 'Your application is closed.',
      )
    }
    const isChanged =
      (letter !== undefined && letter !== before.letter) ||
      answers?.some(({ answer }, at) => answer !== before.answers[at]?.answer)
    if (isChanged) {
      const about = { actorID: userID, projectID: before.projectID, requestID: id, subjectID: userID }
      await record(tx, clock.now(), { kind: 'request.letterChanged', ...about, data: {} })
    }
    return toApplication(await requireApplication(tx, id, userID))
  })

/**
 * Opens an application: it counts as seen, and the applicant can no longer change it. Errors: 404 for anybody but
 * owners and admins.
 */
export const seeApplication = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { params: { id } }: Input<'requests.see'>,
): Promise<Application> => {
  const { projectID, isApplicant } = await requireApplication(db, id, userID)
  if (isApplicant) throw unknownApplication()
  return withTx(db, async (tx) => {
    const [, found] = await Promise.all([holdAccess(tx, projectID, userID), requireApplication(tx, id, userID)])
    const now = clock.now()
    if (await repository.noteSeen(tx, id, now)) {
      const about = { actorID: userID, projectID, requestID: id, subjectID: found.applicantID }
      await record(tx, now, { kind: 'request.seen', ...about, data: {} })
      await noteActivity(tx, projectID, userID, now)
    }
    // Read again: an edit may have come before this look.
    return toApplication(await requireApplication(tx, id, userID))
  })
}

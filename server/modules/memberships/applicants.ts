import type { Applicant } from '#shared/contract/index.ts'
import { skillsInCommon } from '#shared/rules/skills.ts'
import { tierOf } from '#shared/rules/tiers.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { workerOf } from '../records/service.ts'
import { findApplicant, findPastWork } from './applicants-repository.ts'

/**
 * The applicant, with as much as the viewer may know of them. Errors: 404 for anybody but owners and admins of the
 * project.
 */
export const getApplicant = async (
  { db }: Pick<AppDeps, 'db'>,
  { userID: viewerID }: Viewer,
  { params: { id: requestID } }: Input<'requests.applicant'>,
): Promise<Applicant> => {
  const person = await findApplicant(db, { requestID, viewerID })
  if (!person) throw notFound('Request not found')
  const [work, workerRecord] = await Promise.all([findPastWork(db, person.id, viewerID), workerOf(db, person.id)])
  return {
    userID: person.id,
    username: person.username,
    name: person.name || person.username,
    headline: person.headline,
    tier: tierOf(person),
    reputation: person.reputation,
    workerRecord,
    skills: person.skills,
    skillsInCommon: skillsInCommon(person.skills, person.project_skills),
    pastWork: work.map(({ id, title, completed, is_member }) => ({
      projectID: id,
      title,
      completed,
      isMember: is_member,
    })),
  }
}

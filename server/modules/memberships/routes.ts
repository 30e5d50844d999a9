import type { RejectionReason } from '#shared/contract/index.ts'
import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import { getApplicant } from './applicants.ts'
import { prolong, removeProject } from './decision-clock.ts'
import { changeApplication, getApplication, seeApplication } from './letters.ts'
import { reopen, withdrawInvitation } from './decisions.ts'
import { listMembers, listProjectRequests, removeMember, searchInProject, setMemberRole } from './members-service.ts'
import { getNotes, saveNotes, setLabel } from './private-marks.ts'
import {
  answerRequest,
  answerRequestById,
  applyToProject,
  decideRequests,
  getAccess,
  inviteToProject,
} from './service.ts'

/** What a rejection says, from a body that has it beside other fields. */
const rejectionIn = ({ reason, text }: { reason?: RejectionReason | undefined; text?: string | undefined }) => ({
  reason: reason ?? null,
  text: text ?? '',
})

export const membershipsRoutes = (deps: AppDeps): Handlers['memberships'] => ({
  access: async ({ params }, context) => ({
    data: await getAccess(deps, requireViewer(context), params.id),
  }),
  invite: async ({ params, body }, context) => ({
    data: await inviteToProject(deps, requireViewer(context), {
      projectID: params.id,
      userID: params.userId,
      role: body.role,
      message: body.message,
    }),
  }),
  answer: async ({ params, body }, context) => ({
    data: await answerRequest(deps, requireViewer(context), {
      projectID: params.id,
      userID: params.userId,
      accept: body.accept,
      rejection: rejectionIn(body),
    }),
  }),
  answerById: async ({ params, body }, context) => ({
    data: await answerRequestById(deps, requireViewer(context), {
      projectID: params.projectId,
      requestID: body.requestId,
      accept: body.accept,
      rejection: rejectionIn(body),
    }),
  }),
  members: ({ params }, context) => listMembers(deps, requireViewer(context), params.id),
  requests: ({ params, query }, context) => listProjectRequests(deps, requireViewer(context), params.id, query.type),
  search: async ({ params, query }, context) => ({
    data: await searchInProject(deps, requireViewer(context), params.id, { text: params.query, ...query }),
  }),
  suggestions: async ({ params, query }, context) => ({
    data: await searchInProject(deps, requireViewer(context), params.id, { text: null, ...query }),
  }),
  setRole: async ({ params, body }, context) => ({
    data: await setMemberRole(deps, requireViewer(context), params.id, params.userId, body.role),
  }),
  remove: async ({ params }, context) => {
    await removeMember(deps, requireViewer(context), { projectID: params.id, ...params }, context)
    return { message: 'The member was removed.' }
  },
})

/** All calls about requests but those of the thread, which the comments module has. */
export const requestsRoutes = (deps: AppDeps): Omit<Handlers['requests'], 'comments' | 'comment'> => ({
  get: async ({ params }, context) => ({ data: await getApplication(deps, requireViewer(context), params.id) }),
  update: async ({ params, body }, context) => ({
    data: await changeApplication(deps, requireViewer(context), params.id, body),
  }),
  see: async ({ params }, context) => ({ data: await seeApplication(deps, requireViewer(context), params.id) }),
  prolong: async ({ params, body }, context) => ({
    data: await prolong(deps, requireViewer(context), { id: params.id, reason: body.reason }),
  }),
  withdraw: async ({ params }, context) => {
    await withdrawInvitation(deps, requireViewer(context), params.id)
    return { message: 'The invitation was taken back.' }
  },
  reopen: async ({ params }, context) => ({ data: await reopen(deps, requireViewer(context), params.id) }),
  decide: async ({ params, body }, context) => ({
    data: await decideRequests(deps, requireViewer(context), {
      projectID: params.id,
      ids: body.ids,
      accept: body.accept,
      rejection: rejectionIn(body),
    }),
  }),
  setLabel: async ({ params, body }, context) => ({
    data: await setLabel(deps, requireViewer(context), { id: params.id, label: body.label }),
  }),
  notes: async ({ params }, context) => ({ data: await getNotes(deps, requireViewer(context), params.id) }),
  saveNotes: async ({ params, body }, context) => ({
    data: await saveNotes(deps, requireViewer(context), { id: params.id, ...body }),
  }),
  applicant: async ({ params }, context) => ({ data: await getApplicant(deps, requireViewer(context), params.id) }),
})

/** The calls of the group `projects` that change people's access. */
export const accessRoutes = (deps: AppDeps): Pick<Handlers['projects'], 'apply' | 'remove'> => ({
  apply: async ({ params, body }, context) => ({
    data: await applyToProject(deps, requireViewer(context), params.id, body),
  }),
  remove: async ({ params }, context) => {
    await removeProject(deps, requireViewer(context), params.id)
    return { message: 'The project was deleted.' }
  },
})

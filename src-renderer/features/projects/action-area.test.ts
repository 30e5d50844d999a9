import { describe, expect, test } from 'vitest'
import type { ProjectAccess } from '#shared/contract/index.ts'
import { type ActionInput, actionView } from './action-area.ts'

const none: ProjectAccess = {
  hasProject: false,
  project: { id: '01890000-0000-7000-8000-000000000001', title: 'T', description: 'D' },
  role: null,
  status: null,
  isApproved: false,
  requestId: null,
  requestedAt: null,
  answerBy: null,
  invitation: null,
}
const view = (input: Partial<ActionInput> & { record?: Partial<ProjectAccess> }) => {
  const { record, ...rest } = input
  return actionView({
    access: { ...none, ...record },
    accessFailure: null,
    isOpen: true,
    isPaused: false,
    isJustSent: false,
    isAlreadyRequested: false,
    ...rest,
  })
}

describe('with a membership record', () => {
  test('[DLG-22] status 0 is an application, whatever else the dialog knows', () => {
    const record = { hasProject: true, status: 0 } as const
    expect(view({ record })).toEqual({ kind: 'applied' })
    expect(view({ record, isAlreadyRequested: true, isOpen: false })).toEqual({ kind: 'applied' })
    expect(view({ record, isJustSent: true })).toEqual({ kind: 'applied' })
  })
  test('[DLG-23] status 5 is a rejection without an Apply button', () => {
    expect(view({ record: { hasProject: true, status: 5 } })).toEqual({ kind: 'rejected' })
  })
  test('[DLG-24] status 6 is an invitation with the role that it offers', () => {
    const record = { hasProject: true, status: 6, role: 'admin' } as const
    expect(view({ record })).toEqual({ kind: 'invited', role: 'admin' })
  })
  test('[DLG-25] a role is shown, also when another server sends no status', () => {
    expect(view({ record: { hasProject: true, status: 1, role: 'owner' } })).toEqual({ kind: 'member', role: 'owner' })
    expect(view({ record: { hasProject: true, role: 'member' } })).toEqual({ kind: 'member', role: 'member' })
  })
})

describe('without a membership record', () => {
  test("[DLG-21] while the check runs, the view is 'checking'", () => {
    expect(view({ access: undefined })).toEqual({ kind: 'checking' })
  })
  test('a failed check offers nothing; a refused check means that there is no access', () => {
    expect(view({ access: undefined, accessFailure: 'failed' })).toEqual({ kind: 'unknown' })
    expect(view({ access: undefined, accessFailure: 'refused' })).toEqual({ kind: 'apply' })
  })
  test('[DLG-26] an application that was just sent reads as sent', () => {
    expect(view({ isJustSent: true })).toEqual({ kind: 'sent' })
    expect(view({ isJustSent: true, isAlreadyRequested: true })).toEqual({ kind: 'sent' })
    expect(view({ access: undefined, accessFailure: 'failed', isJustSent: true })).toEqual({ kind: 'sent' })
  })
  test('[DLG-27] a project with an earlier application reads as already applied', () => {
    expect(view({ isAlreadyRequested: true })).toEqual({ kind: 'alreadyRequested' })
    expect(view({ record: { hasProject: true } })).toEqual({ kind: 'alreadyRequested' })
    const failed = { access: undefined, accessFailure: 'failed' } as const
    expect(view({ ...failed, isAlreadyRequested: true })).toEqual({ kind: 'alreadyRequested' })
  })
  test('[DLG-28] otherwise the viewer may apply, as long as the project is open', () => {
    expect(view({})).toEqual({ kind: 'apply' })
    expect(view({ isOpen: false })).toEqual({ kind: 'closed' })
  })
})

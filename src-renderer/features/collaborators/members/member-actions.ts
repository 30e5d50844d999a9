import type { ProjectRole } from '#shared/contract/index.ts'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { mayChangeMember } from '#shared/rules/membership.ts'

/** The reason why the viewer may not change this person's role or membership; null when they may. */
export const whyUntouchable = (
  viewerRole: ProjectRole,
  person: Pick<Collaborator, 'role'>,
  everybody: ReadonlyArray<Pick<Collaborator, 'role'>>,
): string | null => {
  if (person.role === 'owner' && everybody.filter(({ role }) => role === 'owner').length <= 1)
    return 'The last owner can be neither demoted nor removed.'
  if (!mayChangeMember(viewerRole, person.role, null)) return 'Only an owner can change an owner.'
  return null
}

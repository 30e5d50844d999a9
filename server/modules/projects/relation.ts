import { deriveMembershipStatus } from '../../../shared/rules/membership.ts'
import type { ProjectAccess } from './repository.ts'

/** How a person stands to the project: 0 applied, 1 member, 5 rejected, 6 invited, null none. */
export const relationOf = ({ role, request }: ProjectAccess) => deriveMembershipStatus(role, request)

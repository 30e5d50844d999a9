import { RadioCards } from '#ui/form/RadioCards.tsx'
import { givenRoles } from '../data/labels.ts'

export type GivenRole = (typeof givenRoles)[number]['value']
type RoleChoiceProps = { label: string; value: GivenRole; onChange: (role: GivenRole) => void }

/** The choice between admin and member, with what each may do. */
export const RoleChoice = (props: RoleChoiceProps) => <RadioCards required choices={givenRoles} {...props} />

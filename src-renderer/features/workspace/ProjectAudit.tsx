import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { nameOf } from '#shared/rules/person.ts'
import { membersQuery } from '#data/memberships.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { useAudit } from '#data/use-audit.ts'
import { type AddressState, addressState, text, useAddressState } from '#lib/address-state.ts'
import { AuditTable, type AuditView } from '#ui/list/AuditTable.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

const address: AddressState<AuditView> = addressState({
  person: text(60),
  kind: text(60),
  from: text(10),
  to: text(10),
  cursor: text(300),
})

/** Who did what in the project, for its owners. The filters are in the address. */
export const ProjectAudit = ({ projectID }: { projectID: string }) => {
  const { values: view, hrefOf, go } = useAddressState(address)
  const { data: members } = useQuery(membersQuery(projectID))
  const { data: tasks } = useQuery(projectTasksQuery(projectID))
  const names = useMemo(() => new Map((members ?? []).map((one) => [one.userID, nameOf(one)])), [members])
  const titles = useMemo(() => new Map((tasks ?? []).map(({ id, title }) => [id, title])), [tasks])
  const audit = useAudit({ projectID, ...view }, view.cursor)
  return (
    <TitledCard title="Audit">
      <AuditTable
        view={view}
        hrefOf={hrefOf}
        onChange={(change) => go(change, { replace: true })}
        hasNetwork={false}
        callOf={({ id, username }) => names.get(id) ?? username}
        titleOf={(id) => titles.get(id)}
        {...audit}
      />
    </TitledCard>
  )
}

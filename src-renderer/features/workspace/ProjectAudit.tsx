import { useAudit } from '../../data/use-audit.ts'
import { type AddressState, addressState, text, useAddressState } from '../../lib/address-state.ts'
import { AuditTable, type AuditView } from '../../ui/AuditTable.tsx'
import { TitledCard } from '../../ui/TitledCard.tsx'

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
  const audit = useAudit({ projectID, ...view }, view.cursor)
  return (
    <TitledCard title="Audit">
      <AuditTable
        view={view}
        hrefOf={hrefOf}
        onChange={(change) => go(change, { replace: true })}
        hasNetwork={false}
        {...audit}
      />
    </TitledCard>
  )
}

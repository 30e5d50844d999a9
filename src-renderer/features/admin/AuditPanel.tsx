import { useAudit } from '../../data/use-audit.ts'
import { AuditTable } from '../../ui/AuditTable.tsx'
import type { PanelProps } from './admin-view.ts'

/** The tab Audit, where administrators read who did what. */
export const AuditPanel = ({ view, hrefOf, change }: PanelProps) => {
  const { q: person, kind, from, to, cursor } = view
  const audit = useAudit({ person, kind, from, to }, cursor)
  type Shown = { person?: string; kind?: string; from?: string; to?: string; cursor?: string }
  const named = ({ person: q, ...rest }: Shown) => ({ ...rest, ...(q !== undefined && { q }) })
  return (
    <AuditTable
      view={{ person, kind, from, to, cursor }}
      hrefOf={(next) => hrefOf(named(next))}
      onChange={(next) => change(named(next))}
      hasNetwork
      {...audit}
    />
  )
}

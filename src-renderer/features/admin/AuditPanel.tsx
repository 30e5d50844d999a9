import { useQuery } from '@tanstack/react-query'
import { namedIn } from '#shared/rules/audit.ts'
import { nameOf } from '#shared/rules/person.ts'
import { useAudit } from '#data/use-audit.ts'
import { AuditTable } from '#ui/list/AuditTable.tsx'
import type { PanelProps } from './admin-view.ts'
import { addressesQuery, namesQuery } from './queries.ts'

/** The tab Audit, where administrators read who did what. */
export const AuditPanel = ({ view, hrefOf, change }: PanelProps) => {
  const { q: person, kind, from, to, cursor } = view
  const audit = useAudit({ person, kind, from, to }, cursor)
  // The log has neither names nor addresses: those of today are looked up.
  const named = namedIn(audit.data?.data ?? [])
  const { data: names } = useQuery(namesQuery(named.people))
  const { data: addresses } = useQuery(addressesQuery(named.addresses))
  type AuditFilter = { person?: string; kind?: string; from?: string; to?: string; cursor?: string }
  const shown = ({ person: q, ...rest }: AuditFilter) => ({ ...rest, ...(q !== undefined && { q }) })
  return (
    <AuditTable
      view={{ person, kind, from, to, cursor }}
      hrefOf={(next) => hrefOf(shown(next))}
      onChange={(next) => change(shown(next))}
      hasNetwork
      callOf={({ id, username }) => nameOf({ name: names?.get(id), username })}
      addressOf={(id) => addresses?.get(id)}
      {...audit}
    />
  )
}

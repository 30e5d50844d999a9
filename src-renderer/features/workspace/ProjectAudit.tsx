import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
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

type AuditRowsProps = Pick<ReturnType<typeof useAddressState<AuditView>>, 'hrefOf' | 'go'> & {
  projectID: string
  view: AuditView
}

const AuditRows = ({ projectID, view, hrefOf, go }: AuditRowsProps) => {
  const { data: members } = useQuery(membersQuery(projectID))
  const { data: tasks } = useQuery(projectTasksQuery(projectID))
  const names = useMemo(() => new Map((members ?? []).map((one) => [one.userID, nameOf(one)])), [members])
  const titles = useMemo(() => new Map((tasks ?? []).map(({ id, title }) => [id, title])), [tasks])
  const audit = useAudit({ projectID, ...view }, view.cursor)
  return (
    <AuditTable
      view={view}
      hrefOf={hrefOf}
      onChange={(change) => go(change, { replace: true })}
      hasNetwork={false}
      callOf={({ id, username }) => names.get(id) ?? username}
      titleOf={(id) => titles.get(id)}
      {...audit}
    />
  )
}

/**
 * Who did what in the project, for its owners. The filters are in the address. It opens by its button, by a link to it, or to one of
 * its filters, and only its button closes it; until it is open nothing is read for it.
 */
export const ProjectAudit = ({ projectID }: { projectID: string }) => {
  const { values: view, hrefOf, go } = useAddressState(address)
  const { hash, key } = useLocation()
  // What asks for it: the link, each time that it is followed, and the filters.
  const asked = `${hash === '#audit' ? key : ''}${Object.values(view).join('')}`
  const [known, setKnown] = useState(asked)
  const [isOpened, setIsOpened] = useState(asked !== '')
  if (asked !== known) {
    setKnown(asked)
    if (asked !== '') setIsOpened(true)
  }
  return (
    <TitledCard
      title="Audit"
      action={
        <Button size="small" aria-expanded={isOpened} onClick={() => setIsOpened(!isOpened)}>
          {isOpened ? 'Hide' : 'Show who did what'}
        </Button>
      }
    >
      {isOpened && <AuditRows {...{ projectID, view, hrefOf, go }} />}
    </TitledCard>
  )
}

import { IconButton, ListItemText, Menu, MenuItem } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { memo, Suspense, useRef, useState } from 'react'
import type { ProjectRole } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { projectQuery } from '#data/projects.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { useExport } from './mutations.ts'

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** Brings tasks from elsewhere, and takes them there. */
export const TransferMenu = memo(function TransferMenu({ projectID, role }: { projectID: string; role: ProjectRole }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const { data: project } = useQuery(projectQuery(projectID))
  const { mutate: save } = useExport(projectID, project?.title ?? '')
  const close = () => setIsOpen(false)
  const mayImport = isManager(role)
  return (
    <>
      <IconButton
        ref={button}
        aria-label="Import and export"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <EllipsisVertical size={20} aria-hidden />
      </IconButton>
      <Menu
        open={isOpen}
        anchorEl={() => button.current}
        onClose={close}
        slotProps={{ list: { 'aria-label': 'Import and export' } }}
      >
        <MenuItem
          disabled={!mayImport}
          onClick={() => {
            close()
            setIsImporting(true)
          }}
        >
          <ListItemText
            primary="Import tasks…"
            secondary={mayImport ? 'From CSV, Trello or an export' : 'For owners and admins'}
          />
        </MenuItem>
        {(['csv', 'json'] as const).map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              close()
              save(format)
            }}
          >
            {`Export as ${format.toUpperCase()}`}
          </MenuItem>
        ))}
      </Menu>
      {mayImport && isImporting && (
        <Suspense fallback={null}>
          <ImportDialog projectID={projectID} onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </>
  )
})

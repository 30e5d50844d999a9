import { IconButton, ListItemIcon, Menu, MenuItem } from '@mui/material'
import { Archive, ArchiveRestore, Copy, EllipsisVertical, FolderOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectListItem } from '#shared/contract/index.ts'
import { isArchived } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { confirm } from '#lib/confirm.ts'
import { paths } from '#lib/paths.ts'
import { confirmArchive, useRunningClaims } from '#parts/use-running-claims.ts'
import { useDuplicateProject } from '#parts/use-duplicate-project.ts'
import { useArchive, useDeleteDraft } from './mutations.ts'
import { isDraft } from './project-tabs.ts'

/** The owner's other actions for a project: its workspace, the archive, and deleting a draft. */
export const OwnedCardMenu = ({ project }: { project: ProjectListItem }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const archive = useArchive()
  const archived = isArchived(project)
  const removeDraft = useDeleteDraft()
  const duplicate = useDuplicateProject(project.id)
  const mayCopy = useCapability('duplicate', true)
  const findRunning = useRunningClaims(project.id)
  const close = () => setAnchor(null)
  const toggleArchive = async () => {
    if (archived || (await confirmArchive(project.title, findRunning))) archive.mutate({ project, archived: !archived })
  }
  const askAndDelete = async () => {
    const isSure = await confirm({
      title: `Delete the draft “${project.title}”?`,
      text: 'Everything in it is deleted, too. You can’t undo this.',
      confirmLabel: 'Delete draft',
      isDangerous: true,
    })
    if (isSure) removeDraft.mutate(project)
  }
  return (
    <>
      <IconButton
        size="small"
        aria-label={`More about ${project.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={archive.isPending || removeDraft.isPending || duplicate.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} aria-hidden />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem component={Link} to={paths.project(project.id)} onClick={close}>
          <ListItemIcon>
            <FolderOpen size={18} aria-hidden />
          </ListItemIcon>
          Open workspace
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void toggleArchive()
          }}
        >
          <ListItemIcon>
            {archived ? <ArchiveRestore size={18} aria-hidden /> : <Archive size={18} aria-hidden />}
          </ListItemIcon>
          {archived ? 'Restore' : 'Archive'}
        </MenuItem>
        {mayCopy && (
          <MenuItem
            onClick={() => {
              close()
              duplicate.mutate()
            }}
          >
            <ListItemIcon>
              <Copy size={18} aria-hidden />
            </ListItemIcon>
            Duplicate
          </MenuItem>
        )}
        {isDraft(project) && (
          <MenuItem
            onClick={() => {
              close()
              void askAndDelete()
            }}
            sx={{ color: 'error.main' }}
          >
            <ListItemIcon sx={{ color: 'inherit' }}>
              <Trash2 size={18} aria-hidden />
            </ListItemIcon>
            Delete
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

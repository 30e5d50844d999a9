import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Archive, ArchiveRestore, EllipsisVertical, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectListItem } from '../../../shared/contract/index.ts'
import { isArchived } from '../../../shared/rules/statuses.ts'
import { paths } from '../../lib/paths.ts'
import { useArchive } from './mutations.ts'

/** What else the owner can do with a project: its workspace, and the archive. */
export const OwnedCardMenu = ({ project }: { project: ProjectListItem }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const archive = useArchive()
  const archived = isArchived(project)
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={`More about ${project.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={archive.isPending}
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
            archive.mutate({ project, archived: !archived })
          }}
        >
          <ListItemIcon>
            {archived ? <ArchiveRestore size={18} aria-hidden /> : <Archive size={18} aria-hidden />}
          </ListItemIcon>
          {archived ? 'Restore' : 'Archive'}
        </MenuItem>
      </Menu>
    </>
  )
}

import { IconButton, Tooltip } from '@mui/material'
import { Bookmark } from 'lucide-react'
import { useSavedProjects, useSaveProject } from '#data/saved-projects.ts'

type SaveButtonProps = { project: { id: string; title: string } }

/** A switch that saves a project for the viewer alone; nothing where the server keeps no saved projects. */
export const SaveButton = ({ project: { id, title } }: SaveButtonProps) => {
  const saved = useSavedProjects()
  const { mutate } = useSaveProject()
  if (!saved) return null
  const isSaved = saved.includes(id)
  return (
    <Tooltip title={isSaved ? 'Saved. Press to remove it from your saved projects' : 'Save for later'}>
      <IconButton
        aria-pressed={isSaved}
        aria-label={`Save for later: ${title}`}
        onClick={() => mutate({ projectID: id, isSaved: !isSaved })}
        size="small"
        sx={{ color: isSaved ? 'primary.main' : 'text.secondary' }}
      >
        <Bookmark size={18} strokeWidth={1.75} fill={isSaved ? 'currentColor' : 'none'} aria-hidden />
      </IconButton>
    </Tooltip>
  )
}

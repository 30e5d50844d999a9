import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { UserProject } from '#shared/contract/index.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { projectStatusLabel } from '#shared/rules/statuses.ts'
import { userProjectsQuery } from '#data/projects.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useAfterMoment } from '#lib/use-after-moment.ts'
import { fitsWords } from '#lib/word-fit.ts'
import { PickerDialog, type PickerItem } from '#ui/form/PickerDialog.tsx'

/** The projects whose workspace the viewer may open, the own ones first, as the picker shows them. */
export const switcherItems = (projects: readonly UserProject[], openID: string, text: string): PickerItem[] =>
  projects
    .flatMap((project) => {
      const { id, title, role, isApproved, projectStatus, archivedAt } = project
      if (!role || !isApproved || !fitsWords(title, text)) return []
      return {
        id,
        label: title,
        group: role === 'owner' ? 'Your projects' : 'Projects you work on',
        detail: [
          id === openID && 'Open now',
          roleLabels[role],
          projectStatusLabel({ status: projectStatus, archivedAt }, 'workspace'),
        ]
          .filter(Boolean)
          .join(' · '),
      }
    })
    .toSorted(
      (a, b) =>
        Number(a.group !== 'Your projects') - Number(b.group !== 'Your projects') || a.label.localeCompare(b.label),
    )

type ProjectSwitcherProps = { projectID: string; isOpen: boolean; onClose: () => void }

/** Goes to another of the viewer's projects: its name is typed, or chosen by the arrow keys. */
export const ProjectSwitcher = ({ projectID, isOpen, onClose }: ProjectSwitcherProps) => {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { data, error } = useQuery({ ...userProjectsQuery(), enabled: isOpen })
  const items = useMemo(() => switcherItems(data ?? [], projectID, text.trim()), [data, projectID, text])
  const isSlow = useAfterMoment(!data && !error)
  const failure = error && !data ? (isApiError(error) ? error.message : 'Your projects could not be loaded.') : null
  const note =
    failure ??
    (!data
      ? isSlow
        ? 'Loading your projects…'
        : null
      : items.length === 0
        ? 'No project of yours has this name.'
        : null)
  const close = () => {
    setText('')
    onClose()
  }
  return (
    <PickerDialog
      label="Switch project"
      placeholder="Find one of your projects"
      isOpen={isOpen}
      text={text}
      onText={setText}
      items={items}
      onClose={close}
      status={note ?? (items.length === 1 ? '1 project' : `${items.length} projects`)}
      note={note}
      onChoose={({ id }) => {
        close()
        if (id !== projectID) void navigate(paths.project(id))
      }}
    />
  )
}

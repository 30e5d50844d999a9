import { Autocomplete, Box, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { keepEnter } from '#lib/keep-enter.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { size } from '#ui/look/tokens.ts'
import { assigneesQuery } from '../data/queries.ts'
import type { TaskFormValues } from '../data/task-form.ts'
import { oneValueField } from '#ui/form/one-value-field.ts'

/** Milliseconds after the last key before the search is sent. */
const SEARCH_DEBOUNCE_MS = 250

type Assignee = NonNullable<TaskFormValues['assignee']>

/** The picked person as the field shows them; people from a search have both names. */
type Found = Assignee & { name?: string }
const nameOf = ({ name, username }: Found): string => name || username

type AssigneeFieldProps = {
  control: Control<TaskFormValues>
  projectID: string
  label: string
  /** The reason for a viewer who may not choose; the field is then disabled and shows it. */
  whyDisabled?: string | null
  onChosen?: (() => void) | undefined
}

/**
 * The field for the person who does a task: picked from suggestions, never typed. No call is made before the field is
 * opened.
 */
export const AssigneeField = ({ control, projectID, label, whyDisabled = null, onChosen }: AssigneeFieldProps) => {
  const { value, onChange } = useController({ name: 'assignee', control }).field
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), typed ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching, isError } = useQuery({
    ...assigneesQuery(projectID, query),
    enabled: isOpen && whyDisabled === null,
  })
  const isWaiting = isFetching || typed !== query
  return (
    <Autocomplete<Found>
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      disabled={whyDisabled !== null}
      autoHighlight={typed !== ''}
      onKeyDown={keepEnter}
      value={value}
      onChange={(_event, picked) => {
        onChange(picked && { id: picked.id, username: nameOf(picked) })
        onChosen?.()
      }}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      options={isError ? [] : (data ?? [])}
      // The server has searched already, so its people are shown unfiltered.
      filterOptions={(found) => found}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isWaiting}
      loadingText="Searching…"
      noOptionsText={isError ? 'The search failed. Please try again.' : 'No member of this project fits.'}
      openText="Show suggestions"
      clearText="Assign nobody"
      sx={oneValueField}
      renderOption={({ key, ...option }, { username, name }) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.25 }}>
          <PersonAvatar name={name || username} username={username} size={28} />
          <Box component="span" sx={{ minWidth: 0, display: 'grid' }}>
            <span>{name || username}</span>
            {name && (
              <Box component="span" sx={{ fontSize: size.note, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                @{username}
              </Box>
            )}
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField {...input} label={label} placeholder={value ? '' : 'Nobody'} helperText={whyDisabled} />
      )}
    />
  )
}

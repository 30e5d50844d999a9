import { Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { taskPriorities, type TaskPriority } from '#shared/contract/task-fields.ts'
import type { DayOrder } from '#shared/rules/import/days.ts'
import type { Word } from '#shared/rules/import/plan.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { tasksText } from './ImportPreview.tsx'
import type { Preview } from './reader.ts'
import { priorityLabels } from '../data/task-facts.ts'

export const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
} as const

/** Names of lists and columns are shown whole. */
export const wholeLabel = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const

/** How many words are shown at first, and how many more a press opens; those that need a look come first. */
const WORDS = 12
const MORE = 60

type WordsProps<T extends string | number | null> = {
  title: string
  words: ReadonlyArray<Word<T>>
  options: ReadonlyArray<{ value: T; label: string }>
  chosen: ReadonlyMap<string, T>
  onChange: (word: string, means: T) => void
}

/** What each word of the file, or each list of a board, becomes. */
export const ImportWords = <T extends string | number | null>({
  title,
  words,
  options,
  chosen,
  onChange,
}: WordsProps<T>) => {
  const [shown, setShown] = useState(WORDS)
  if (words.length === 0) return null
  const sorted = words.toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown))
  const left = words.length - shown
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box sx={grid}>
        {sorted.slice(0, shown).map(({ word, means, isKnown, count }) => {
          const now = chosen.has(word) ? chosen.get(word) : means
          return (
            <TextField
              key={word}
              select
              label={word}
              slotProps={{ inputLabel: { sx: wholeLabel } }}
              value={options.findIndex(({ value }) => value === now)}
              helperText={`${tasksText(count)}${isKnown || chosen.has(word) ? '' : '. Check this one.'}`}
              onChange={({ target }) => {
                const option = options[Number(target.value)]
                if (option) onChange(word, option.value)
              }}
            >
              {options.map(({ label }, at) => (
                <MenuItem key={label} value={at}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
          )
        })}
      </Box>
      {left > 0 && (
        <Button sx={{ mt: 1 }} onClick={() => setShown(shown + MORE)}>
          {`Show ${Math.min(MORE, left)} more of ${words.length.toLocaleString('en-US')}`}
        </Button>
      )}
    </Box>
  )
}

export const statusOptions = [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: taskStatusLabel(value) }))
export const priorityOptions: ReadonlyArray<{ value: TaskPriority | null; label: string }> = [
  { value: null, label: 'Leave empty' },
  ...taskPriorities.map((value) => ({ value, label: priorityLabels[value] })),
]

type ListsProps = { lists: Preview['lists']; onChange: (become: 'stages' | 'labels') => void }

/** What lists that are no known status become: columns of the board, or labels. */
export const ImportLists = ({ lists: { names, become, added, hasStages }, onChange }: ListsProps) =>
  names.length > 0 && (
    <Box component="section" aria-label="Lists that are no status" sx={grid}>
      <TextField
        select
        label={names.length === 1 ? '1 list that is no status' : `${names.length} lists that are no status`}
        value={become}
        helperText={become === 'stages' && added.length > 0 ? `New columns: ${added.join(', ')}` : names.join(', ')}
        slotProps={{ formHelperText: { sx: wholeLabel } }}
        onChange={({ target }) => onChange(target.value as 'stages' | 'labels')}
      >
        {hasStages && <MenuItem value="stages">Columns of the board</MenuItem>}
        <MenuItem value="labels">Labels</MenuItem>
      </TextField>
    </Box>
  )

type DayOrderProps = { order: DayOrder | undefined; onChange: (order: DayOrder | undefined) => void }

/** How dates such as 12/03/2026 are read, where the file has any. */
export const ImportDayOrder = ({ order, onChange }: DayOrderProps) => (
  <Box component="section" aria-label="Dates" sx={grid}>
    <TextField
      select
      label="Dates like 12/03/2026"
      value={order ?? ''}
      helperText={order === undefined ? 'The file does not say which. Please choose.' : undefined}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : (target.value as DayOrder))}
    >
      <MenuItem value="">Leave empty</MenuItem>
      <MenuItem value="day">Day first: 12 March</MenuItem>
      <MenuItem value="month">Month first: December 3</MenuItem>
    </TextField>
  </Box>
)

type OtherProps = {
  counts: { finished: number; archived: number }
  finished: 'completed' | 'asTheyAre'
  archived: 'leftOut' | 'completed'
  onFinished: (how: 'completed' | 'asTheyAre') => void
  onArchived: (how: 'leftOut' | 'completed') => void
}

/** What becomes of tasks that a date or a tick calls done, and of those of the archive. */
export const ImportOther = ({ counts, finished, archived, onFinished, onArchived }: OtherProps) =>
  counts.finished + counts.archived > 0 && (
    <Box component="section" aria-label="Finished and archived" sx={grid}>
      {counts.finished > 0 && (
        <TextField
          select
          label="Finished by a date or a tick"
          value={finished}
          helperText={tasksText(counts.finished)}
          onChange={({ target }) => onFinished(target.value as 'completed' | 'asTheyAre')}
        >
          <MenuItem value="completed">Completed</MenuItem>
          <MenuItem value="asTheyAre">By their status or list</MenuItem>
        </TextField>
      )}
      {counts.archived > 0 && (
        <TextField
          select
          label="In the archive"
          value={archived}
          helperText={tasksText(counts.archived)}
          onChange={({ target }) => onArchived(target.value as 'leftOut' | 'completed')}
        >
          <MenuItem value="leftOut">Left out</MenuItem>
          <MenuItem value="completed">Completed</MenuItem>
        </TextField>
      )}
    </Box>
  )

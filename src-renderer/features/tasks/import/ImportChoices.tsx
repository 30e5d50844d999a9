import { Box, MenuItem, TextField, Typography } from '@mui/material'
import { taskPriorities, type TaskPriority } from '#shared/contract/task-fields.ts'
import { cut } from '#shared/rules/cut.ts'
import type { DayOrder } from '#shared/rules/import/days.ts'
import type { Word } from '#shared/rules/import/plan.ts'
import type { Table } from '#shared/rules/import/table.ts'
import { type TableField, tableFields } from '#shared/rules/import/words/heads.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { priorityLabels } from '../data/task-facts.ts'

const fieldNames: Readonly<Record<TableField, string>> = {
  kept: 'Line of the description',
  ignored: 'Left out',
  key: 'Number or key',
  title: 'Title',
  description: 'Description',
  status: 'Status',
  list: 'List or section',
  percent: 'Percent done',
  finished: 'Done, by a tick or a day',
  archived: 'In the archive',
  assignee: 'Assignee',
  assigneeCall: 'Assignee’s username or address',
  dueOn: 'Due date',
  priority: 'Priority',
  labels: 'Labels',
  estimateHours: 'Estimate in hours',
  doneWhen: 'Done when',
  doneWhenState: 'Whether a line is done',
  blockedBy: 'Blocked by',
  comments: 'Comment',
  attachments: 'Attachment',
  rowType: 'Type of the row',
}
const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
} as const

type ColumnsProps = {
  table: Table
  columns: readonly TableField[]
  onChange: (columns: TableField[]) => void
}

/** What each column of a CSV is, with what its first row says. A field that one column takes leaves another. */
export const ImportColumns = ({ table, columns, onChange }: ColumnsProps) => (
  <Box component="section" aria-label="Columns">
    <Typography variant="h3" sx={{ mb: 1.5 }}>
      Columns
    </Typography>
    <Box sx={grid}>
      {table.columns.map((name, at) => {
        const said = table.rows.find(({ cells }) => (cells[at] ?? '').trim() !== '')?.cells[at]?.trim() ?? ''
        return (
          <TextField
            key={at}
            select
            label={name || `Column ${at + 1}`}
            value={columns[at] ?? 'ignored'}
            helperText={cut(said, 60) || 'Empty'}
            onChange={({ target }) => {
              const field = target.value as TableField
              onChange(
                table.columns.map((_, other) => {
                  if (other === at) return field
                  const before = columns[other] ?? 'ignored'
                  return before === field ? 'ignored' : before
                }),
              )
            }}
            slotProps={{ formHelperText: { sx: { overflowWrap: 'anywhere' } } }}
          >
            {tableFields.map((field) => (
              <MenuItem key={field} value={field}>
                {fieldNames[field]}
              </MenuItem>
            ))}
          </TextField>
        )
      })}
    </Box>
  </Box>
)

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
}: WordsProps<T>) =>
  words.length > 0 && (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box sx={grid}>
        {words.map(({ word, means, isKnown }) => {
          const now = chosen.has(word) ? chosen.get(word) : means
          return (
            <TextField
              key={word}
              select
              label={word}
              value={options.findIndex(({ value }) => value === now)}
              helperText={isKnown || chosen.has(word) ? ' ' : 'Check this one.'}
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
    </Box>
  )

export const statusOptions = [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: taskStatusLabel(value) }))
export const priorityOptions: ReadonlyArray<{ value: TaskPriority | null; label: string }> = [
  { value: null, label: 'Leave empty' },
  ...taskPriorities.map((value) => ({ value, label: priorityLabels[value] })),
]

type DayOrderProps = { order: DayOrder | undefined; onChange: (order: DayOrder | undefined) => void }

/** How dates such as 12/03/2026 are read, where the file has any. */
export const ImportDayOrder = ({ order, onChange }: DayOrderProps) => (
  <Box component="section" aria-label="Dates" sx={grid}>
    <TextField
      select
      label="Dates like 12/03/2026"
      value={order ?? ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : (target.value as DayOrder))}
    >
      <MenuItem value="">Leave empty</MenuItem>
      <MenuItem value="day">Day first: 12 March</MenuItem>
      <MenuItem value="month">Month first: December 3</MenuItem>
    </TextField>
  </Box>
)

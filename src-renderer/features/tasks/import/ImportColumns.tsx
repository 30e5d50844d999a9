import { Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { type TableField, tableFields } from '#shared/rules/import/words/heads.ts'
import { grid, wholeLabel } from './ImportChoices.tsx'
import type { Found } from './reader.ts'

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
/** How many more folded columns a press opens: hundreds of fields at once would stop the page. */
const MORE = 60

const moreText = (left: number): string => {
  if (left === 1) return 'Show 1 column that is empty or a line of the description'
  const which = 'columns that are empty or lines of the description'
  return left <= MORE ? `Show ${left} ${which}` : `Show ${MORE} more of ${left.toLocaleString('en-US')} ${which}`
}

type Columns = NonNullable<Found['table']>['columns']
/** Columns of one name, which are one field of many values. */
type Named = { name: string; said: string; places: readonly number[] }
const byName = (columns: Columns): Named[] => {
  const named = new Map<string, Named>()
  for (const [at, { name, said }] of columns.entries()) {
    const label = name || `Column ${at + 1}`
    const before = named.get(label)
    named.set(label, { name: label, said: before?.said || said, places: [...(before?.places ?? []), at] })
  }
  return [...named.values()]
}

type ColumnProps = { named: Named; field: TableField; onChange: (field: TableField) => void }
const Column = ({ named: { name, said, places }, field, onChange }: ColumnProps) => (
  <TextField
    select
    label={name}
    value={field}
    helperText={`${places.length > 1 ? `${places.length.toLocaleString('en-US')} columns: ` : ''}${said || 'Empty'}`}
    onChange={({ target }) => onChange(target.value as TableField)}
    slotProps={{ inputLabel: { sx: wholeLabel }, formHelperText: { sx: { overflowWrap: 'anywhere' } } }}
  >
    {tableFields.map((one) => (
      <MenuItem key={one} value={one}>
        {fieldNames[one]}
      </MenuItem>
    ))}
  </TextField>
)

type ColumnsProps = {
  table: { columns: Columns }
  columns: readonly TableField[]
  onChange: (columns: TableField[]) => void
}

/** What each column of a table is, with what it says first. Columns that are empty or no field are folded. */
export const ImportColumns = ({ table, columns, onChange }: ColumnsProps) => {
  const all = useMemo(() => byName(table.columns), [table])
  const [opened, setOpened] = useState(0)
  const fieldOf = ({ places: [at = 0] }: Named): TableField => columns[at] ?? 'kept'
  const isShown = (named: Named) => named.said !== '' && fieldOf(named) !== 'kept' && fieldOf(named) !== 'ignored'
  // A table whose columns say nothing to us has nothing to fold.
  const shown =
    all.some(isShown) && columns.includes('title')
      ? all.filter(isShown)
      : all.filter(({ said }) => said !== '').slice(0, MORE)
  const isFirst = new Set(shown)
  const folded = all
    .filter((named) => !isFirst.has(named))
    .toSorted((a, b) => Number(a.said === '') - Number(b.said === ''))
  const left = folded.length - opened
  return (
    <Box component="section" aria-label="Columns">
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        Columns
      </Typography>
      <Box sx={grid}>
        {[...shown, ...folded.slice(0, opened)].map((named) => (
          <Column
            key={named.name}
            named={named}
            field={fieldOf(named)}
            onChange={(field) => onChange(columns.map((one, at) => (named.places.includes(at) ? field : one)))}
          />
        ))}
      </Box>
      {left > 0 && (
        <Button sx={{ mt: 1 }} onClick={() => setOpened(opened + MORE)}>
          {moreText(left)}
        </Button>
      )}
    </Box>
  )
}

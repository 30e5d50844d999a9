import { Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { cut } from '#shared/rules/cut.ts'
import type { Table } from '#shared/rules/import/table.ts'
import { type TableField, tableFields } from '#shared/rules/import/words/heads.ts'
import { grid } from './ImportChoices.tsx'

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

/** What the first row with a text says in each column; '' for a column that is empty. */
const firstTexts = ({ columns, rows }: Table): string[] => {
  const texts = columns.map(() => '')
  let left = texts.length
  for (const { cells } of rows) {
    if (left === 0) break
    for (const [at, cell] of cells.entries())
      if (texts[at] === '' && cell.trim() !== '') {
        texts[at] = cell.trim()
        left -= 1
      }
  }
  return texts
}

type ColumnProps = { name: string; said: string; field: TableField; onChange: (field: TableField) => void }
const Column = ({ name, said, field, onChange }: ColumnProps) => (
  <TextField
    select
    label={name}
    value={field}
    helperText={cut(said, 60) || 'Empty'}
    onChange={({ target }) => onChange(target.value as TableField)}
    slotProps={{ formHelperText: { sx: { overflowWrap: 'anywhere' } } }}
  >
    {tableFields.map((one) => (
      <MenuItem key={one} value={one}>
        {fieldNames[one]}
      </MenuItem>
    ))}
  </TextField>
)

type ColumnsProps = {
  table: Table
  columns: readonly TableField[]
  onChange: (columns: TableField[]) => void
}

/** What each column of a table is, with what it says first. Columns that are empty or no field are folded. */
export const ImportColumns = ({ table, columns, onChange }: ColumnsProps) => {
  const texts = useMemo(() => firstTexts(table), [table])
  const [opened, setOpened] = useState(0)
  const places = table.columns.map((_, at) => at)
  const isShown = (at: number) => texts[at] !== '' && columns[at] !== 'kept' && columns[at] !== 'ignored'
  // A table whose columns say nothing to us has nothing to fold.
  const shown =
    places.some(isShown) && columns.includes('title')
      ? places.filter(isShown)
      : places.filter((at) => texts[at] !== '').slice(0, MORE)
  const folded = places
    .filter((at) => !shown.includes(at))
    .toSorted((a, b) => Number(texts[a] === '') - Number(texts[b] === ''))
  const left = folded.length - opened
  return (
    <Box component="section" aria-label="Columns">
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        Columns
      </Typography>
      <Box sx={grid}>
        {[...shown, ...folded.slice(0, opened)].map((at) => (
          <Column
            key={at}
            name={table.columns[at] || `Column ${at + 1}`}
            said={texts[at] ?? ''}
            field={columns[at] ?? 'kept'}
            onChange={(field) => onChange(places.map((place) => (place === at ? field : (columns[place] ?? 'kept'))))}
          />
        ))}
      </Box>
      {left > 0 && (
        <Button sx={{ mt: 1 }} onClick={() => setOpened(opened + MORE)}>
          {`Show ${Math.min(MORE, left).toLocaleString('en-US')} more of ${left.toLocaleString('en-US')} columns that are empty or lines of the description`}
        </Button>
      )}
    </Box>
  )
}

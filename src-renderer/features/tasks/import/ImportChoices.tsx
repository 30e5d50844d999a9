import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type CsvField, csvFields, type Table } from '../../../../shared/rules/import/csv.ts'
import { taskStatusLabel } from '../../../../shared/rules/statuses.ts'

const fieldNames: Readonly<Record<CsvField, string>> = {
  ignored: 'Left out',
  key: 'Number or key',
  title: 'Title',
  description: 'Description',
  status: 'Status',
  assignee: 'Assignee',
  dueOn: 'Due date',
  priority: 'Priority',
  labels: 'Labels',
  estimateHours: 'Estimate in hours',
  doneWhen: 'Done when',
  blockedBy: 'Blocked by',
}
const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
} as const

type ColumnsProps = {
  table: Table
  columns: readonly CsvField[]
  onChange: (columns: CsvField[]) => void
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
            helperText={said.length > 60 ? `${said.slice(0, 59)}…` : said || 'Empty'}
            onChange={({ target }) => {
              const field = target.value as CsvField
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
            {csvFields.map((field) => (
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

type StatusesProps = {
  words: ReadonlyArray<{ word: string; status: number; isKnown: boolean }>
  chosen: Readonly<Record<string, number>>
  onChange: (word: string, status: number) => void
}

/** Which status each word of the file, or each list of a board, becomes. */
export const ImportStatuses = ({ words, chosen, onChange }: StatusesProps) => (
  <Box component="section" aria-label="Statuses">
    <Typography variant="h3" sx={{ mb: 1.5 }}>
      Statuses
    </Typography>
    <Box sx={grid}>
      {words.map(({ word, status, isKnown }) => (
        <TextField
          key={word}
          select
          label={word}
          value={chosen[word] ?? status}
          helperText={isKnown || chosen[word] !== undefined ? ' ' : 'Not a usual word: please look.'}
          onChange={({ target }) => onChange(word, Number(target.value))}
        >
          {[0, 1, 2, 3, 4, 5].map((one) => (
            <MenuItem key={one} value={one}>
              {taskStatusLabel(one)}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  </Box>
)

import { exportName } from '#shared/rules/file-name.ts'
import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { csvText } from '#shared/rules/csv.ts'
import { projectQuery } from '#data/projects.ts'
import { toast } from '#lib/toast.ts'
import { saveInBrowser } from '#platform/save-in-browser.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import type { Figures } from './figures.ts'

const cell = { px: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider', textAlign: 'right' } as const
const first = { ...cell, textAlign: 'left', fontWeight: weight.regular, overflowWrap: 'anywhere' } as const
/** A week or a month is in one line; where the table is then too wide, its box scrolls. */
const period = { ...first, overflowWrap: 'normal', whiteSpace: 'nowrap' } as const

const FigureTable = ({ title, figures: { columns, rows } }: { title: string; figures: Figures }) => (
  <Box
    component="table"
    aria-label={title}
    className="tabular"
    sx={{ width: '100%', borderCollapse: 'collapse', fontSize: size.small }}
  >
    <thead>
      <tr>
        {columns.map((column, index) => (
          <Box
            component="th"
            scope="col"
            key={column}
            sx={{ ...(index === 0 ? first : cell), borderTop: 0, color: 'text.secondary', fontWeight: weight.medium }}
          >
            {column}
          </Box>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...values], row) => (
        <tr key={row}>
          <Box component="th" scope="row" sx={columns[0] === 'Week' || columns[0] === 'Month' ? period : first}>
            {name}
          </Box>
          {values.map((value, column) => (
            <Box component="td" key={column} sx={cell}>
              {value === '' ? '–' : value}
            </Box>
          ))}
        </tr>
      ))}
    </tbody>
  </Box>
)

type ChartCardProps = {
  title: string
  projectID: string
  /** The first part of the file's name. */
  file: string
  figures: Figures
  /** What the chart says in a sentence, and what one must know to read it. */
  text: ReactNode
  /** Says in place of the chart that there is nothing to draw. */
  empty?: string | undefined
  /** Shown beside the heading. */
  action?: ReactNode
  /** The drawing, which only people who see it need: the table has the same numbers for everybody. */
  children: ReactNode
}

/** A chart with its numbers as a table, which screen readers always find, and as a file. */
export const ChartCard = ({ title, projectID, file, figures, text, empty, action, children }: ChartCardProps) => {
  const [isTable, setIsTable] = useState(false)
  const tableID = useId()
  const { data: project } = useQuery(projectQuery(projectID))
  const save = () => {
    const name = exportName(file, project?.title ?? projectID, new Date(), 'csv')
    saveInBrowser(new TextEncoder().encode(csvText([figures.columns, ...figures.rows])), name)
    toast(`${title} saved as ${name}.`, 'success')
  }
  return (
    <TitledCard title={title} {...(action && { action })}>
      <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {text}
      </Typography>
      {empty ? (
        <Typography sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>{empty}</Typography>
      ) : (
        <>
          <Box aria-hidden sx={{ minWidth: 0 }}>
            {children}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            <Button
              size="small"
              startIcon={<Table2 size={16} aria-hidden />}
              aria-expanded={isTable}
              aria-controls={tableID}
              aria-label={`${isTable ? 'Hide' : 'Show'} table: ${title}`}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? 'Hide table' : 'Show table'}
            </Button>
            <Button
              size="small"
              startIcon={<Download size={16} aria-hidden />}
              aria-label={`Save CSV: ${title}`}
              onClick={save}
            >
              Save CSV
            </Button>
          </Box>
          {/* Wide tables scroll by themselves, so the box takes the focus while it is seen. */}
          <Box
            id={tableID}
            {...(isTable && { tabIndex: 0, role: 'region', 'aria-label': `Table: ${title}` })}
            sx={isTable ? { mt: 1, maxHeight: 420, overflow: 'auto', position: 'relative' } : visuallyHidden}
          >
            <FigureTable title={title} figures={figures} />
          </Box>
        </>
      )}
    </TitledCard>
  )
}

import {
  Box,
  Button,
  Link as TextLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { EarningsStatement } from '#shared/contract/earnings.ts'
import { statementText } from '#shared/rules/earnings-file.ts'
import { isApiError } from '#lib/api.ts'
import { formatDate, today } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { saveInBrowser } from '#platform/save-in-browser.ts'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { weight } from '#ui/look/tokens.ts'
import { OnlyWithPayouts } from './OnlyWithPayouts.tsx'
import { type StatementTime, statementQuery } from './queries.ts'
import { moneyOf, whatOfLine } from './texts.ts'
import { printLook } from './print-look.tsx'

/** How many years before this one there is a way to. */
const YEARS_BACK = 4

const save = (statement: EarningsStatement, name: string, format: 'csv' | 'json') => {
  const text = format === 'json' ? `${JSON.stringify(statement, null, 2)}\n` : statementText(statement.lines)
  saveInBrowser(new TextEncoder().encode(text), `statement-${name}.${format}`)
}

const Sums = ({ sums }: Pick<EarningsStatement, 'sums'>) => (
  <Box component="ul" aria-label="Sums" sx={{ m: 0, pl: 2.5 }}>
    {sums.map(({ currency, receivedCents }) => (
      <li key={currency}>
        {currency}: {moneyOf({ amountCents: receivedCents, currency })}
      </li>
    ))}
  </Box>
)

/** On a phone each payment is three lines: task and amount, project and receipt, day and kind. The order in the page stays. */
const onPhones = {
  '@media screen and (max-width: 599.95px)': {
    '& thead': { display: 'none' },
    '& tr': {
      display: 'grid',
      gridTemplate: '"task amount" "project receipt" "day what" / minmax(0, 1fr) auto',
      columnGap: 2,
      py: 1.5,
      borderTop: 1,
      borderColor: 'divider',
    },
    '& td': { p: 0, border: 0, overflowWrap: 'anywhere' },
    '& td:nth-of-type(n + 5), & td:nth-of-type(2)': { textAlign: 'right' },
    ...Object.fromEntries(
      ['day', 'what', 'project', 'task', 'receipt', 'amount'].map((area, at) => [
        `& td:nth-of-type(${at + 1})`,
        { gridArea: area },
      ]),
    ),
  },
} as const

const Statement = ({ statement }: { statement: EarningsStatement }) => (
  <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {statement.person.name}
      {statement.person.address && `\n${statement.person.address}`}
    </Typography>
    {statement.lines.length === 0 ? (
      <Typography>Nothing was paid to you in this time.</Typography>
    ) : (
      <>
        <Sums sums={statement.sums} />
        <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="What was paid">
          <Table size="small" aria-label="What was paid" sx={onPhones}>
            <TableHead>
              <TableRow>
                {['Day', 'What', 'Project', 'Task', 'Receipt', 'Amount'].map((title) => (
                  <TableCell key={title} align={title === 'Amount' ? 'right' : 'left'}>
                    {title}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {statement.lines.map((line) => (
                <TableRow key={line.id}>
                  <TableCell>{formatDate(line.at)}</TableCell>
                  <TableCell>{whatOfLine[line.kind]}</TableCell>
                  <TableCell>{line.project.title}</TableCell>
                  <TableCell>{line.task ?? ''}</TableCell>
                  <TableCell>
                    <TextLink component={Link} to={paths.receipt(line.paymentID)}>
                      Receipt {line.receipt}
                    </TextLink>
                  </TableCell>
                  <TableCell align="right" className="tabular">
                    {moneyOf(line)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
        {statement.isCut && (
          <Typography variant="body2">
            There is more than fits here: choose one year. The sums have everything.
          </Typography>
        )}
      </>
    )}
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      This is a record of what was entered as paid. No money moves here.
    </Typography>
  </Box>
)

/** A day of the address; nothing where it is none. */
const dayIn = (query: URLSearchParams, name: 'from' | 'to') => {
  const day = query.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? { [name]: day } : {}
}

const DayFields = ({ days }: { days: StatementTime }) => {
  const navigate = useNavigate()
  const choose = (change: Pick<StatementTime, 'from' | 'to'>) => {
    const next = { ...days, ...change }
    void navigate(paths.statement({ from: next.from || undefined, to: next.to || undefined }), { replace: true })
  }
  return (
    <Box data-print="none" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'from' ? 'From' : 'Until'}
          type="date"
          value={days[name] ?? ''}
          onChange={({ target }) => choose({ [name]: target.value })}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ flex: { xs: '1 1 140px', sm: 'none' }, width: { xs: 'auto', sm: 170 } }}
        />
      ))}
    </Box>
  )
}

/** All that was paid to the viewer in a year, between two days, or ever. */
export const StatementPage = () => {
  const [query] = useSearchParams()
  const asked = /^20\d\d$/.test(query.get('year') ?? '') ? Number(query.get('year')) : undefined
  const days = { ...dayIn(query, 'from'), ...dayIn(query, 'to') }
  const { data, error, isFetching, refetch } = useQuery(statementQuery(asked === undefined ? days : { year: asked }))
  const name = String(asked ?? days.from?.slice(0, 4) ?? 'all')
  const thisYear = Number(today().slice(0, 4))
  return (
    <OnlyWithPayouts>
      {printLook}
      <PageFrame
        heading={asked === undefined ? 'Statement' : `Statement of ${asked}`}
        toolbar={
          <Box data-print="none" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {data && (
              <>
                <Button variant="outlined" onClick={() => save(data, name, 'csv')}>
                  CSV
                </Button>
                <Button variant="outlined" onClick={() => save(data, name, 'json')}>
                  JSON
                </Button>
                <Button variant="outlined" onClick={() => print()}>
                  Print
                </Button>
              </>
            )}
          </Box>
        }
      >
        <Box
          component="nav"
          aria-label="Years"
          data-print="none"
          sx={{
            ...{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 },
            '& [aria-current]': { color: 'text.primary', fontWeight: weight.semibold, textDecoration: 'none' },
          }}
        >
          <TextLink
            component={Link}
            to={paths.statement()}
            aria-current={asked === undefined && !days.from && !days.to ? 'page' : undefined}
          >
            All
          </TextLink>
          {Array.from({ length: YEARS_BACK + 1 }, (_, back) => thisYear - back).map((year) => (
            <TextLink
              key={year}
              component={Link}
              to={paths.statement({ year })}
              aria-current={asked === year ? 'page' : undefined}
            >
              {year}
            </TextLink>
          ))}
        </Box>
        <DayFields days={asked === undefined ? days : {}} />
        {data ? (
          <Statement statement={data} />
        ) : error ? (
          <ErrorState
            title="Failed to load the statement"
            text={isApiError(error) ? error.serverMessage : ''}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <DelayedSkeleton>
            <CardSkeleton lines={8} />
          </DelayedSkeleton>
        )}
      </PageFrame>
    </OnlyWithPayouts>
  )
}

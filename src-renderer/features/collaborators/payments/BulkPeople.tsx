import { Box, Checkbox, FormControlLabel, OutlinedInput } from '@mui/material'
import { decimalOf } from '#shared/rules/money.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { currencySign, moneyText } from '#lib/amounts.ts'
import type { Figures, Preview, Split } from './bulk-split.ts'
import { countOf } from '../data/labels.ts'
import { type Payee, payeeName } from '../data/use-payees.ts'

type BulkPeopleProps = {
  payees: readonly Payee[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  split: Split
  /** The figures typed for each person, where the split needs them. */
  figures: Figures
  onFigure: (userID: string, typed: string) => void
  preview: Preview
  currency: string
}

type FigureFieldProps = {
  name: string
  split: 'hours' | 'custom'
  currency: string
  value: string
  problem: string | undefined
  onChange: (typed: string) => void
}

const FigureField = ({ name, split, currency, value, problem, onChange }: FigureFieldProps) => (
  <Box sx={{ width: { xs: 88, sm: 132 } }}>
    <OutlinedInput
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(problem)}
      placeholder={split === 'hours' ? '0' : decimalOf(currency, 0)}
      startAdornment={split === 'custom' && <Box sx={{ pr: 0.5 }}>{currencySign(currency)}</Box>}
      endAdornment={split === 'hours' && <Box sx={{ color: 'text.secondary' }}>h</Box>}
      inputProps={{
        'aria-label': split === 'hours' ? `Hours of ${name}` : `Amount for ${name}`,
        inputMode: 'decimal',
        maxLength: 20,
        autoComplete: 'off',
      }}
    />
    {problem && (
      <Box role="alert" sx={{ mt: 0.25, color: 'error.main', fontSize: size.tiny }}>
        {problem}
      </Box>
    )}
  </Box>
)

/** The people who are paid, the figure that decides each part, and the part. */
export const BulkPeople = ({ preview, currency, ...props }: BulkPeopleProps) => {
  const { payees, chosen, onChoose, split, figures, onFigure } = props
  const parts = new Map(preview.parts.map(({ userID, amountCents }) => [userID, amountCents]))
  // A guest is paid for a task of theirs, so guests are chosen one by one.
  const team = payees.filter(({ isGuest }) => isGuest !== true)
  const isEverybody = team.length > 0 && team.every(({ userID }) => chosen.has(userID))
  const toggle = (userID: string) => {
    const next = new Set(chosen)
    if (!next.delete(userID)) next.add(userID)
    onChoose(next)
  }
  const chooseTeam = () => {
    const next = new Set(chosen)
    for (const { userID } of team)
      if (isEverybody) next.delete(userID)
      else next.add(userID)
    onChoose(next)
  }
  return (
    <Box role="group" aria-label="Who is paid" sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium }}>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={isEverybody}
              disabled={team.length === 0}
              indeterminate={chosen.size > 0 && !isEverybody}
              onChange={() => chooseTeam()}
            />
          }
          label={team.length < payees.length ? 'Everybody on the team' : 'Everybody'}
          sx={{ flex: 1 }}
        />
        <Box sx={{ color: 'text.secondary', fontSize: size.note }}>Part</Box>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 280, overflowY: 'auto' }}>
        {payees.map((payee) => {
          const { userID, name, tasksCompleted } = payee
          const isChosen = chosen.has(userID)
          return (
            <Box
              component="li"
              key={userID}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: { xs: 1, sm: 1.5 },
                px: 1.5,
                py: 0.5,
                minHeight: 44,
              }}
            >
              <FormControlLabel
                control={<Checkbox size="small" checked={isChosen} onChange={() => toggle(userID)} />}
                label={payeeName(payee)}
                sx={{ flex: '1 1 90px', minWidth: 0, mr: 0, overflowWrap: 'anywhere' }}
              />
              {split === 'tasks' && (
                <Box className="tabular" sx={{ color: 'text.secondary', fontSize: size.note }}>
                  {countOf(tasksCompleted, 'task')} completed
                </Box>
              )}
              {isChosen && (split === 'hours' || split === 'custom') && (
                <FigureField
                  name={name}
                  split={split}
                  currency={currency}
                  value={figures[userID] ?? ''}
                  problem={preview.wrong[userID]}
                  onChange={(typed) => onFigure(userID, typed)}
                />
              )}
              <Box
                className="tabular"
                data-part={userID}
                sx={{
                  minWidth: { xs: 68, sm: 84 },
                  textAlign: 'right',
                  fontWeight: isChosen ? weight.semibold : weight.regular,
                  color: isChosen ? undefined : 'text.secondary',
                }}
              >
                {isChosen && parts.has(userID) ? moneyText(currency, parts.get(userID) ?? 0) : '–'}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

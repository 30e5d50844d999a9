import { Box, MenuItem, TextField, Typography } from '@mui/material'
import { encodings } from '#shared/rules/import/encoding.ts'
import type { ReadChoices } from '#shared/rules/import/read.ts'
import { grid } from './ImportChoices.tsx'
import type { Found } from './reader.ts'

const delimiterNames = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
  ['|', 'Bar'],
  ['^', 'Caret'],
] as const
const HEAD_LINES = 30

type Option = readonly [value: string, label: string]
type ChoiceProps = { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }
const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <TextField select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {options.map(([one, name]) => (
      <MenuItem key={one} value={one}>
        {name}
      </MenuItem>
    ))}
  </TextField>
)

const zones = (): readonly Option[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const)

type ReadingProps = { found: Found; choices: ReadChoices; onChange: (choices: ReadChoices) => void }

/** How the file is read, as it was found: each choice reads it again. */
export const ImportReading = ({ found: { encoding, table }, choices, onChange }: ReadingProps) => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = choices.zone ?? own
  const listed = zones()
  const headLine = table?.headLine ?? null
  const lines = Array.from({ length: Math.max(HEAD_LINES, headLine ?? 0) + 1 }, (_, at): Option => [
    String(at),
    at === 0 ? 'None' : `Line ${at}`,
  ])
  return (
    <Box component="section" aria-label="How the file is read">
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        How the file is read
      </Typography>
      <Box sx={grid}>
        {encoding !== null && (
          <Choice
            label="Encoding"
            value={encoding}
            options={encodings}
            onChange={(chosen) => onChange({ ...choices, encoding: chosen as ReadChoices['encoding'] })}
          />
        )}
        {typeof table?.delimiter === 'string' && (
          <Choice
            label="Separator"
            value={table.delimiter}
            options={delimiterNames}
            onChange={(delimiter) => onChange({ ...choices, delimiter: delimiter as ReadChoices['delimiter'] })}
          />
        )}
        {typeof table?.sheet === 'string' && (
          <Choice
            label="Sheet"
            value={table.sheet}
            options={table.sheets.map((name) => [name, name] as const)}
            onChange={(sheet) => onChange({ ...choices, sheet, headLine: undefined })}
          />
        )}
        {headLine !== null && (
          <Choice
            label="Names of the columns"
            value={String(headLine)}
            options={lines}
            onChange={(line) => onChange({ ...choices, headLine: Number(line) })}
          />
        )}
        <Choice
          label="Time zone of the days"
          value={zone}
          options={listed.some(([name]) => name === zone) ? listed : [[zone, zone], ...listed]}
          onChange={(chosen) => onChange({ ...choices, zone: chosen })}
        />
      </Box>
    </Box>
  )
}

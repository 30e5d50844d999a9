import { Box, Typography } from '@mui/material'
import type { Preview } from './reader.ts'

const many = (count: number): string => count.toLocaleString('en-US')
const listLook = { m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto' } as const

const More = ({ count }: { count: number }) =>
  count > 0 && (
    <Typography component="li" variant="body2">
      {`and ${many(count)} more`}
    </Typography>
  )

/** The rows that do not become tasks, by their lines. */
export const ImportRefused = ({ count, first }: Preview['refused']) =>
  count > 0 && (
    <Box component="section" aria-label="Left out">
      <Typography variant="h3" sx={{ mb: 1 }}>
        Left out
      </Typography>
      <Box component="ul" tabIndex={0} aria-label="Rows that are left out" sx={listLook}>
        {first.map(({ line, text }) => (
          <Typography component="li" variant="body2" key={line} sx={{ overflowWrap: 'anywhere' }}>
            {`Line ${line}: ${text}`}
          </Typography>
        ))}
        <More count={count - first.length} />
      </Box>
    </Box>
  )

const Group = ({ text, tasks, count }: Preview['notes']['first'][number]) => {
  const [only] = tasks
  if (only === undefined) return text
  if (count === 1) return `“${only}”: ${text}`
  return (
    <details>
      <summary>{`${many(count)} tasks: ${text}`}</summary>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {tasks.map((title, at) => (
          <li key={at}>{title}</li>
        ))}
        <More count={count - tasks.length} />
      </Box>
    </details>
  )
}

/** What of the tasks is not as it was in the file: equal notes are one line, with the tasks that it is about to open. */
export const ImportNotes = ({ count, first }: Preview['notes']) =>
  count > 0 && (
    <Box component="section" aria-label="Please note">
      <Typography variant="h3" sx={{ mb: 1 }}>
        Please note
      </Typography>
      <Box component="ul" tabIndex={0} aria-label="Notes" sx={listLook}>
        {first.map((group) => (
          <Typography
            component="li"
            variant="body2"
            key={group.text}
            // What opens has a mark of its own.
            sx={{ overflowWrap: 'anywhere', ...(group.count > 1 && { listStyle: 'none', ml: -2 }) }}
          >
            <Group {...group} />
          </Typography>
        ))}
        <More count={count - first.length} />
      </Box>
    </Box>
  )

import { Box, Typography } from '@mui/material'
import type { Refusal } from '#shared/rules/import/drafts.ts'
import type { NoteGroup } from '#shared/rules/import/notes.ts'

/** The most lines of a list that are drawn. */
const SHOWN = 100
const many = (count: number): string => count.toLocaleString('en-US')
const listLook = { m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto' } as const

const More = ({ count }: { count: number }) =>
  count > 0 && (
    <Typography component="li" variant="body2">
      {`and ${many(count)} more`}
    </Typography>
  )

/** The rows that do not become tasks, by their lines. */
export const ImportRefused = ({ refused }: { refused: readonly Refusal[] }) =>
  refused.length > 0 && (
    <Box component="section" aria-label="Left out">
      <Typography variant="h3" sx={{ mb: 1 }}>
        Left out
      </Typography>
      <Box component="ul" tabIndex={0} aria-label="Rows that are left out" sx={listLook}>
        {refused.slice(0, SHOWN).map(({ line, text }) => (
          <Typography component="li" variant="body2" key={line} sx={{ overflowWrap: 'anywhere' }}>
            {`Line ${line}: ${text}`}
          </Typography>
        ))}
        <More count={refused.length - SHOWN} />
      </Box>
    </Box>
  )

const Group = ({ text, tasks }: NoteGroup) => {
  const [only] = tasks
  if (only === undefined) return text
  if (tasks.length === 1) return `“${only}”: ${text}`
  return (
    <details>
      <summary>{`${many(tasks.length)} tasks: ${text}`}</summary>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {tasks.slice(0, SHOWN).map((title, at) => (
          <li key={at}>{title}</li>
        ))}
        <More count={tasks.length - SHOWN} />
      </Box>
    </details>
  )
}

/** What of the tasks is not as it was in the file: equal notes are one line, with the tasks that it is about to open. */
export const ImportNotes = ({ groups }: { groups: readonly NoteGroup[] }) =>
  groups.length > 0 && (
    <Box component="section" aria-label="Please note">
      <Typography variant="h3" sx={{ mb: 1 }}>
        Please note
      </Typography>
      <Box component="ul" tabIndex={0} aria-label="Notes" sx={listLook}>
        {groups.slice(0, SHOWN).map(({ text, tasks }) => (
          <Typography component="li" variant="body2" key={text} sx={{ overflowWrap: 'anywhere' }}>
            <Group text={text} tasks={tasks} />
          </Typography>
        ))}
        <More count={groups.length - SHOWN} />
      </Box>
    </Box>
  )

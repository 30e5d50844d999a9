import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardQuery } from '#data/rewards.ts'
import { formatDay } from '#lib/format.ts'

type Version = { name: string; then: string; now: string }

const lines = (texts: readonly string[]) => texts.map((text) => `• ${text}`).join('\n')
const day = (value: string | null | undefined) => (value ? formatDay(value) : 'None')

/** What has been edited since somebody took the task, with both versions. */
export const ChangedSince = ({ task }: { task: Task }) => {
  const { data } = useQuery(rewardQuery(task.id, true))
  const { holder, terms } = data ?? {}
  if (!holder || !terms) return null
  const versions: Version[] = [
    { name: 'Title', then: terms.title, now: task.title },
    { name: 'Description', then: terms.description, now: task.description },
    { name: 'Done when', then: lines(terms.doneWhen), now: lines((task.doneWhen ?? []).map(({ text }) => text)) },
    { name: 'Due date', then: day(terms.dueOn), now: day(task.dueOn) },
  ].filter(({ then, now }) => then !== now)
  if (versions.length === 0) return null
  return (
    <Box component="details" sx={{ mt: 1 }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
        Changed since {nameOf(holder)} took it
      </Typography>
      <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gap: 1.5 }}>
        {versions.map(({ name, then, now }) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {name}
            </Typography>
            {[
              { label: 'Then', text: then },
              { label: 'Now', text: now },
            ].map(({ label, text }) => (
              <Typography
                key={label}
                component="dd"
                variant="body2"
                sx={{
                  m: 0,
                  pl: 1.5,
                  borderLeft: 3,
                  borderColor: 'divider',
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                }}
              >
                <strong>{label}:</strong> {text || 'None'}
              </Typography>
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

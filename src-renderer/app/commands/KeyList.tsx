import { Box, Typography } from '@mui/material'
import { type CommandGroup, type CommandID, commandGroups, commandIDs, commandOf } from '#shared/rules/commands.ts'
import { Keys } from '#ui/text/Keys.tsx'

const groups = Object.keys(commandGroups) as CommandGroup[]

/** All keys, by group. */
export const KeyList = ({ isThere }: { isThere: (id: CommandID) => boolean }) => (
  <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
    {groups.map((group) => {
      const ids = commandIDs.filter((id) => commandOf(id).group === group && isThere(id))
      return ids.length === 0 ? null : (
        <Box key={group} component="section" aria-label={commandGroups[group]}>
          <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
            {commandGroups[group]}
          </Typography>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
            {ids.map((id) => (
              <Box key={id} sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
                <Box component="dt">{commandOf(id).label}</Box>
                <Box component="dd" sx={{ m: 0 }}>
                  <Keys way={commandOf(id).keys} />
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      )
    })}
  </Box>
)
